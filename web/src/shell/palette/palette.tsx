/** Command palette: searches pages, commands and records. Arrow keys select an entry, Enter opens it. */
import { Combobox, Loader, Modal, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../platform/api/me.ts'
import { useMenu } from '../../platform/api/menu.ts'
import { searchQuery } from '../../platform/api/search.ts'
import { tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { errorText } from '../../ui/error-text.ts'
import {
  pageEntries,
  type PaletteEntry,
  rank,
  recordEntries,
  scenarioEntries,
  taskEntries,
} from './entries.ts'
import { useScheme } from '../use-scheme.ts'
import styles from './palette.module.css'

const shownPages = 8
const shownOthers = 6

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('shell')
  const { history } = useRouter()
  const scenario = useScenario()
  const me = useMe()
  const { choose: chooseScheme } = useScheme()
  const [text, setText] = useState('')
  const [words] = useDebouncedValue(text.trim(), 150)
  const { data: menu = [] } = useMenu(scenario, i18n.language)
  const { data: tasks = [] } = useQuery({ ...tasksQuery(scenario.name), enabled: scenario.open })
  const search = searchQuery(scenario.name, words)
  const {
    data: hits = [],
    isFetching,
    error,
  } = useQuery({
    ...search,
    enabled: scenario.open && search.enabled === true,
  })
  const combobox = useCombobox({ opened: true })
  const commands: readonly PaletteEntry[] = [
    ...taskEntries(tasks, scenario.name),
    ...scenarioEntries(me.scenarios, scenario.name, (label) => t('palette.openScenario', { label })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme:${scheme}`,
      label: t(`palette.scheme.${scheme}`),
      hint: '',
      run: () => chooseScheme(scheme),
    })),
  ]
  const groups = [
    { label: t('palette.records'), entries: words === text.trim() ? recordEntries(hits, scenario.name) : [] },
    { label: t('palette.pages'), entries: rank(pageEntries(menu, scenario.name), text).slice(0, shownPages) },
    {
      label: t('palette.commands'),
      entries: text.trim() === '' ? [] : rank(commands, text).slice(0, shownOthers),
    },
  ].filter(({ entries }) => entries.length > 0)
  const all = groups.flatMap(({ entries }) => entries)
  const listId = useId()
  /** Id of the selected option in the page. */
  const [active, setActive] = useState<string | null>(null)
  /** Whether the user has selected an option of these results: later results do not select another. */
  const isMoved = useRef(false)
  const shown = all.map(({ id }) => id).join('\n')
  const { selectFirstOption, selectOption } = combobox
  useEffect(() => {
    const options = [...(document.getElementById(listId)?.querySelectorAll('[role="option"]') ?? [])]
    const kept = isMoved.current ? options.findIndex((one) => one.hasAttribute('data-combobox-selected')) : -1
    isMoved.current = kept >= 0
    const selected = kept < 0 ? selectFirstOption() : selectOption(kept)
    setActive(shown !== '' && typeof selected === 'string' ? selected : null)
  }, [shown, listId, selectFirstOption, selectOption])
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, nativeEvent } = event
    if (key === 'Escape') onClose()
    if (nativeEvent.isComposing || all.length === 0) return
    if (key === 'Enter') combobox.clickSelectedOption()
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      isMoved.current = true
      setActive(key === 'ArrowDown' ? combobox.selectNextOption() : combobox.selectPreviousOption())
    } else return
    event.preventDefault()
  }
  const choose = (id: string): void => {
    const entry = all.find((one) => one.id === id)
    onClose()
    if (entry?.path !== undefined) history.push(entry.path)
    entry?.run?.()
  }
  return (
    <Modal.Root opened onClose={onClose} yOffset="12vh" size={600} padding={0}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('palette.title')} role="dialog">
        <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
          <Combobox.EventsTarget withKeyboardNavigation={false} withAriaAttributes={false}>
            <TextInput
              size="md"
              variant="unstyled"
              className={styles.input}
              leftSection={<IconSearch size={18} stroke={1.7} />}
              rightSection={isFetching ? <Loader size={16} /> : undefined}
              placeholder={t('palette.placeholder')}
              aria-label={t('palette.title')}
              value={text}
              onChange={({ currentTarget }) => {
                isMoved.current = false
                setText(currentTarget.value)
              }}
              onKeyDown={onKeyDown}
              aria-haspopup="listbox"
              aria-controls={listId}
              aria-activedescendant={active ?? undefined}
              spellCheck={false}
              autoComplete="off"
              data-autofocus
            />
          </Combobox.EventsTarget>
          <Combobox.Options id={listId} className={styles.options} aria-label={t('palette.results')}>
            {groups.map(({ label, entries }) => (
              <Combobox.Group key={label} label={label}>
                {entries.map((entry) => (
                  <Combobox.Option key={entry.id} value={entry.id} className={styles.option}>
                    <span className={styles.label}>{entry.label}</span>
                    <span className={styles.hint}>{entry.hint}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {all.length === 0 && error === null ? (
              <Combobox.Empty>{t('palette.nothing')}</Combobox.Empty>
            ) : null}
          </Combobox.Options>
          {error === null ? null : (
            <p className={styles.failed} role="alert">
              {t('palette.failed', { detail: errorText(error) })}
            </p>
          )}
        </Combobox>
        <p className={styles.foot}>{t('palette.foot')}</p>
      </Modal.Content>
    </Modal.Root>
  )
}
