/**
 * Editor of a reference: searches the referenced entity while the user types, and offers to create a missing record.
 */
import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lookupQuery, useMayCreate } from '../lookup.ts'
import { CreateRecordDialog } from '../dialogs/create-record-later.tsx'
import { editorKeys, type EditorProps, type Leave, useEditorFocus } from './editor-keys.ts'
import styles from './cell-editor.module.css'

const createMark = '\u0000create'

export function ReferenceEditor(props: EditorProps) {
  const { t } = useTranslation('grid')
  const { editing, initial, selectAll, label, commit, cancel, scenario } = props
  const [text, setText] = useState(initial)
  const [touched, setTouched] = useState(!selectAll)
  const [creating, setCreating] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ defaultOpened: true })
  const [wanted] = useDebouncedValue(touched ? text.trim() : '', 120)
  const entity = editing.field.reference?.entity ?? ''
  const {
    data: found = [],
    isFetching,
    isPending,
    isPlaceholderData,
  } = useQuery(lookupQuery(scenario, entity, wanted))
  const mayCreate = useMayCreate(scenario, entity)
  const missing = touched && text.trim() !== '' && !found.some(({ key }) => String(key) === text.trim())

  /**
   * Commits the intended record: an exact match of the text, else the highlighted one, else the first one that contains
   * the text. If the search of this text has not answered yet, the record is still to be searched.
   */
  const take = (to: Leave): void => {
    const typed = text.trim()
    const keys = found.map(({ key }) => String(key))
    if (!touched || typed === '' || keys.includes(typed)) commit(typed, to)
    else if (wanted !== typed || isPlaceholderData || isPending) commit(typed, to, true)
    else {
      const lower = typed.toLowerCase()
      const key =
        keys[combobox.getSelectedOptionIndex()] ??
        keys.find((one) => one.toLowerCase() === lower) ??
        keys.find((one) => one.toLowerCase().includes(lower))
      commit(key ?? typed, to)
    }
  }
  const leave = useEditorFocus(input, props, {
    isChanged: touched,
    commit: () => {
      if (!creating) take('stay')
    },
  })
  useEffect(() => {
    // Creating a record is a choice of the user: that option is never the highlighted one by itself.
    if (touched && wanted !== '' && found.length > 0) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [found, touched, wanted])

  const submit = (value: string): void => {
    if (value === createMark) setCreating(true)
    else commit(value, 'stay')
  }
  if (creating) {
    return (
      <CreateRecordDialog
        entity={entity}
        scenario={scenario}
        name={text.trim()}
        onDone={(key) => (key === undefined ? cancel() : commit(key, 'stay'))}
      />
    )
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal
      shadow="md"
      width={300}
      position="bottom-start"
    >
      <Combobox.Target>
        <input
          ref={input}
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setTouched(true)
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onKeyDown={(event) => {
            const index = combobox.getSelectedOptionIndex()
            if (event.key === 'Enter' && missing && mayCreate && index >= found.length) {
              event.preventDefault()
              setCreating(true)
            } else editorKeys(event, { commit: (_text, to) => take(to), cancel }, text)
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={300} style={{ overflowY: 'auto' }}>
          {found.map(({ key, label: name, description }) => (
            <Combobox.Option
              key={String(key)}
              value={String(key)}
              onMouseDown={(event) => event.preventDefault()}
            >
              <span className={styles.option}>
                {name}
                {description === undefined || description === '' ? null : <small>{description}</small>}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && !missing ? (
            <Combobox.Empty>{isFetching ? <Loader size="xs" /> : t('editor.none')}</Combobox.Empty>
          ) : null}
          {missing && mayCreate ? (
            <Combobox.Option value={createMark} onMouseDown={(event) => event.preventDefault()}>
              {t('editor.create', { name: text.trim() })}
            </Combobox.Option>
          ) : null}
          {missing && !mayCreate && found.length === 0 && !isFetching ? (
            <Combobox.Empty>{t('editor.none')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
