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
import { editorKeys, type EditorProps, useEditorFocus } from './editor-keys.ts'
import styles from './cell-editor.module.css'

const createMark = '\u0000create'

export function ReferenceEditor(props: EditorProps) {
  const { t } = useTranslation('grid')
  const { editing, initial, selectAll, label, commit, scenario } = props
  const [text, setText] = useState(initial)
  const [touched, setTouched] = useState(!selectAll)
  const [creating, setCreating] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ defaultOpened: true })
  const [wanted] = useDebouncedValue(touched ? text.trim() : '', 120)
  const entity = editing.field.reference?.entity ?? ''
  const { data: found = [], isFetching, isPlaceholderData } = useQuery(lookupQuery(scenario, entity, wanted))
  const mayCreate = useMayCreate(scenario, entity)
  const missing = touched && text.trim() !== '' && !found.some(({ key }) => String(key) === text.trim())

  const leave = useEditorFocus(input, props)
  useEffect(() => {
    // Creating a record is a choice of the user: that option is never the highlighted one by itself.
    if (touched && wanted !== '' && found.length > 0) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [found, touched, wanted])

  /**
   * Returns the intended record: an exact match of the text, else the highlighted one, else the first one that
   * contains the text.
   */
  const chosen = (): string => {
    const typed = text.trim()
    const keys = found.map(({ key }) => String(key))
    if (!touched || typed === '' || keys.includes(typed)) return typed
    const marked =
      wanted === typed && !isPlaceholderData ? keys[combobox.getSelectedOptionIndex()] : undefined
    const lower = typed.toLowerCase()
    return (
      marked ??
      keys.find((key) => key.toLowerCase() === lower) ??
      keys.find((key) => key.toLowerCase().includes(lower)) ??
      typed
    )
  }
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
        onDone={(key) => commit(key ?? initial, 'stay')}
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
            } else editorKeys(event, props, chosen())
          }}
          onBlur={(event) =>
            leave(event, () => {
              if (!creating) commit(chosen(), 'stay')
            })
          }
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
