/** Editor of dates: typed in a usual format, as words such as today+7, or picked from a calendar. */
import { Button, Combobox, Skeleton, useCombobox } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/values/format-value.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { parseDateText } from '../../platform/values/parse-dates.ts'
import { editorKeys, type EditorProps, useEditorFocus } from './editor-keys.ts'
import { late } from '../../ui/late.tsx'
import styles from './cell-editor.module.css'

const Calendar = late(async () => (await import('../../ui/calendar.tsx')).Calendar)

const shortcuts = ['today', 'today+1', 'today+7', 'today+1m', 'eow', 'eom'] as const

export function DateEditor(props: EditorProps) {
  const { t } = useTranslation('grid')
  const { initial, selectAll, label, commit } = props
  const formats = useFieldFormats()
  const [text, setText] = useState(initial)
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ defaultOpened: true })
  const moment = parseDateText(text, formats.typedDates, formats.now())
  const leave = useEditorFocus(input, props, {
    isChanged: !selectAll || text !== initial,
    commit: () => commit(text, 'stay'),
  })
  /** A picked day keeps the time of the previous value. */
  const pick = (day: string): void => {
    const time = moment?.slice(10) ?? 'T00:00:00'
    commit(formatDate(day.slice(0, 10) + time, formats), 'stay')
  }
  return (
    <Combobox store={combobox} withinPortal shadow="md" width={264} position="bottom-start">
      <Combobox.Target withAriaAttributes={false}>
        <input
          ref={input}
          aria-label={label}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => editorKeys(event, props, text)}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Suspense fallback={<Skeleton h={250} m={6} />}>
          <Calendar value={moment} onPick={pick} />
        </Suspense>
        <div className={styles.shortcuts}>
          {shortcuts.map((word) => (
            <Button
              key={word}
              size="compact-xs"
              variant="light"
              tabIndex={-1}
              onClick={() => commit(word, 'stay')}
            >
              {t(`editor.date.${word.replace('+', '_')}`)}
            </Button>
          ))}
        </div>
        <div className={styles.hint}>
          {moment === undefined
            ? t('editor.dateHint')
            : t('editor.dateRead', { date: formatDate(moment, formats) })}
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}
