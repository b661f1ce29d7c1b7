/** One field of a record in a form: an input by field type, validated while the user types, with help text. */
import { ActionIcon, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { Settlers } from '../../ui/use-settlers.ts'
import { CreateRecordDialog } from '../dialogs/create-record-later.tsx'
import { lookupQuery, meantKey, useMayCreate } from '../lookup.ts'
import { type FieldMeta, heading } from '../../platform/meta/entity-meta.ts'
import { recordHref } from '../../platform/record-href.ts'
import { exampleDate, formatDate } from '../../platform/values/format-value.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { parseDateText } from '../../platform/values/parse-dates.ts'

export interface RecordFieldProps {
  readonly scenario: string
  readonly field: FieldMeta
  /** Typed text, or the value in its input format. */
  readonly text: string
  readonly error: string | undefined
  readonly changed: boolean
  readonly onChange: (text: string) => void
  readonly autoFocus?: boolean
  /** Registers a field whose typed text has to be taken before the form is saved. */
  readonly register?: Settlers['register']
  /** Whether the value cannot be changed at the moment; the field keeps the focus. */
  readonly locked?: boolean
  /** Whether creating a missing referenced record is not offered. */
  readonly onlyExisting?: boolean
}

export function RecordField(props: RecordFieldProps) {
  const { field, text, error, changed, onChange, autoFocus, locked = false } = props
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const label: ReactNode = (
    <>
      {heading(field.label)}
      {changed ? <span aria-label={t('record.changed')}> ●</span> : null}
    </>
  )
  const shared = {
    label,
    description: field.help,
    error,
    withAsterisk: field.required,
    readOnly: locked,
    id: `field-${field.name}`,
    ...(autoFocus === true ? { 'data-autofocus': true, autoFocus: true } : {}),
  }
  switch (field.type) {
    case 'boolean':
      return (
        <Switch
          label={label}
          description={field.help}
          error={error}
          checked={text === 'true'}
          onChange={(event) => {
            if (!locked) onChange(String(event.currentTarget.checked))
          }}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          data={(field.choices ?? []).map(({ value, label: name }) => ({ value, label: name }))}
          value={text === '' ? null : text}
          clearable={field.nullable}
          searchable
          onChange={(next) => onChange(next ?? '')}
        />
      )
    case 'reference':
      return <ReferenceField {...props} shared={shared} />
    case 'json':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'date':
    case 'datetime': {
      const moment = parseDateText(text, formats.typedDates, formats.now())
      const meant = moment === undefined ? undefined : formatDate(moment, formats)
      return (
        <TextInput
          {...shared}
          value={text}
          placeholder={t('filter.datePlaceholder', { date: exampleDate(formats) })}
          rightSectionWidth={110}
          rightSection={meant === undefined || meant === text ? null : <small>= {meant}</small>}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    }
    default:
      return field.name === 'description' || field.name === 'remark' ? (
        <Textarea
          {...shared}
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          {...shared}
          value={text}
          maxLength={field.max_length}
          inputMode={field.type === 'number' || field.type === 'integer' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

const makeNew = '\u0000new'

function ReferenceField({
  scenario,
  field,
  text,
  error,
  onChange,
  shared,
  register,
  onlyExisting = false,
}: RecordFieldProps & { readonly shared: object }) {
  const { t } = useTranslation('grid')
  const entity = field.reference?.entity ?? ''
  const [search, setSearch] = useState(text)
  const [creating, setCreating] = useState<string>()
  /** Text that was taken although it names no record, or several, or could not be searched. */
  const [meaningless, setMeaningless] = useState<{
    readonly text: string
    readonly message: 'unknown' | 'ambiguous' | 'unread'
  }>()
  const isMeaningless = meaningless !== undefined && meaningless.text === text
  const [wanted] = useDebouncedValue(search === text ? '' : search, 150)
  const { data: found = [] } = useQuery(lookupQuery(scenario, entity, wanted))
  const mayCreate = useMayCreate(scenario, entity) && !onlyExisting
  const keys = [...new Set([...found.map(({ key }) => String(key)), ...(text === '' ? [] : [text])])]
  const offer = mayCreate && search !== '' && (isMeaningless || !keys.includes(search))
  const client = useQueryClient()
  /** Whether an option was highlighted with the arrow keys. */
  const isMarked = useRef(false)
  /** Number of the latest text or choice: an answer to an earlier one is dropped. */
  const settling = useRef(0)
  const shown = useRef(text)
  useLayoutEffect(() => {
    shown.current = text
  })
  /**
   * Takes the record that the typed text means; `loose` accepts the first of several. A text without a meaning stays
   * to be corrected. Returns whether the text has a meaning.
   */
  const settle = async (loose: boolean): Promise<boolean> => {
    const typed = search.trim()
    if (typed === '' && isMeaningless) onChange('')
    if (typed === '' || (typed === text && !isMeaningless)) return true
    const mine = (settling.current += 1)
    /** Whether another record was set meanwhile, for instance with a button of the form. */
    const isReplaced = (): boolean => shown.current !== text
    const keep = (message: 'unknown' | 'ambiguous' | 'unread'): false => {
      if (mine !== settling.current) return false
      setMeaningless({ text: typed, message })
      if (typed !== text) onChange(typed)
      return false
    }
    try {
      const matches = await client.fetchQuery(lookupQuery(scenario, entity, typed))
      if (isReplaced()) return true
      const key = meantKey(
        matches.map((match) => String(match.key)),
        typed,
        loose ? 'first' : mayCreate ? 'exact' : 'only',
      )
      if (key === undefined) return keep(matches.length === 0 ? 'unknown' : 'ambiguous')
      if (mine === settling.current) {
        setMeaningless(undefined)
        onChange(key)
      }
      return true
    } catch {
      return isReplaced() || keep('unread')
    }
  }
  /** The outstanding search of the text with which the field was left. */
  const left = useRef<Promise<boolean> | undefined>(undefined)
  const leave = (): void => {
    const running = settle(false).finally(() => {
      if (left.current === running) left.current = undefined
    })
    left.current = running
  }
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  const input = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      register?.({
        settle: async () => (await (left.current ?? true)) && (await latest.current(false)),
        focus: () => input.current?.focus(),
      }),
    [register],
  )
  return (
    <>
      <Select
        {...shared}
        ref={input}
        searchable
        clearable={field.nullable}
        value={text === '' ? null : text}
        searchValue={search}
        onSearchChange={(next) => {
          isMarked.current = false
          setSearch(next)
          if (next === '' || next === text) return
          settling.current += 1
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMarked.current = true
          if (event.key !== 'Enter' || isMarked.current || search === '' || search === text) return
          event.preventDefault()
          void settle(true)
        }}
        onBlur={leave}
        error={isMeaningless ? t(`editor.${meaningless.message}`, { text }) : error}
        // The service has already filtered the options.
        filter={({ options }) => options}
        nothingFoundMessage={t('editor.none')}
        data={[
          ...keys.map((key) => ({ value: key, label: key, disabled: isMeaningless && key === text })),
          ...(offer ? [{ value: makeNew, label: t('editor.create', { name: search }) }] : []),
        ]}
        onChange={(next) => {
          settling.current += 1
          if (next === makeNew) return setCreating(search)
          setMeaningless(undefined)
          return onChange(next ?? '')
        }}
        {...(text === '' || isMeaningless || field.reference?.viewable !== true
          ? {}
          : {
              rightSection: (
                <ActionIcon
                  component={ScreenLink}
                  to={recordHref(scenario, entity, text)}
                  size={24}
                  aria-label={t('cell.open', { name: text })}
                >
                  <IconExternalLink size={14} />
                </ActionIcon>
              ),
              rightSectionPointerEvents: 'all' as const,
            })}
      />
      {creating === undefined ? null : (
        <CreateRecordDialog
          entity={entity}
          scenario={scenario}
          name={creating}
          onDone={(key) => {
            setCreating(undefined)
            if (key === undefined) return
            setMeaningless(undefined)
            onChange(key)
          }}
        />
      )}
    </>
  )
}
