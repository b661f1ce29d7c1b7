/**
 * Form of one record: sections from the metadata, saved as a whole; conflicting values of two users are shown side by
 * side.
 */
import { Alert, Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { LeaveQuestion } from '../dialogs/leave-dialog.tsx'
import { type EntityMeta, type FieldMeta, heading, keyOf, type Row } from '../../platform/meta/entity-meta.ts'
import { writable } from '../range/plan-paste.ts'
import { ApproveChoice } from '../parts/approve-choice.tsx'
import { changedProposals } from '../stage/approve.ts'
import { type Conflict, saveStage, sentAlone } from '../stage/save.ts'
import { fieldWeight } from '../state/columns.ts'
import { createStage, newRowId } from '../stage/stage.ts'
import { editText, formatValue } from '../../platform/values/format-value.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { parseValue } from '../../platform/values/parse-value.ts'
import styles from './record.module.css'
import { datesOf, followingDate } from './order-dates.ts'
import { RecordField } from './record-field.tsx'

export interface RecordFormProps {
  readonly scenario: string
  readonly meta: EntityMeta
  /** The record; undefined for a new one. */
  readonly record: Row | undefined
  /** Called with the saved record. */
  readonly onSaved: (record: Row) => void
  readonly onReload: () => void
  /** Names of the only displayed fields, in this order. */
  readonly only?: readonly string[]
  /** Called with whether the form has unsaved changes. */
  readonly onDirty?: (dirty: boolean) => void
}

const sections = ['key', 'main', 'plan', 'system'] as const

export function RecordForm(props: RecordFormProps) {
  const { scenario, meta, record, onSaved, onReload, only, onDirty } = props
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const [id] = useState(() => (record === undefined ? newRowId() : keyOf(meta, record)))
  const [stage] = useState(() => {
    const made = createStage()
    if (record === undefined) made.edit([], [id])
    return made
  })
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [saving, setSaving] = useState(false)
  const [message, setMessage] = useState<string>()
  const [conflict, setConflict] = useState<Conflict>()
  const [approving, setApproving] = useState(true)
  const summary = useSyncExternalStore(stage.subscribe, stage.summary)
  const row = stage.row(id)
  const dirty = row !== undefined && row.cells.size > 0
  const weigh = fieldWeight(meta)
  const may = record === undefined ? meta.permissions.add : meta.permissions.change
  const editable = (field: FieldMeta): boolean => may && writable(field, meta, record)
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])

  /** Dates that the user has typed; the other dates are computed from them. */
  const typed = useRef(new Set<string>())
  const asked = useRef(0)
  const follow = async (field: FieldMeta, value: unknown): Promise<void> => {
    const name = followingDate(meta, field.name)
    const other = meta.fields.find((one) => one.name === name)
    if (record === undefined || name === undefined || other === undefined || typeof value !== 'string') return
    if (typed.current.has(name) || !editable(other)) return
    asked.current += 1
    const question = asked.current
    const quantity = stage.row(id)?.cells.get('quantity')
    const moved = {
      [field.name]: value,
      ...(quantity === undefined || quantity.fault !== undefined ? {} : { quantity: quantity.value }),
    }
    try {
      const { [name]: date } = await datesOf(scenario, meta, record, moved)
      // The response is outdated, because the user has typed more meanwhile.
      if (date === null || question !== asked.current || typed.current.has(name)) return
      const text = editText(other, date, formats)
      setTexts((known) => ({ ...known, [name]: text }))
      stage.edit([{ id, base: record, field: name, cell: { value: date } }])
      announce(t('record.follows', { field: heading(other.label), value: text }))
    } catch {
      // Errors of the date are reported when it is saved.
    }
  }
  const change = (field: FieldMeta, text: string): void => {
    setTexts((known) => ({ ...known, [field.name]: text }))
    typed.current.add(field.name)
    const empty = record === undefined && text.trim() === ''
    const parsed = parseValue(field, text, formats)
    const cell = empty
      ? undefined
      : 'fault' in parsed
        ? { value: text, text, fault: parsed.fault }
        : { value: parsed.value }
    stage.edit([{ id, base: record, field: field.name, cell }])
    if ('value' in parsed) void follow(field, parsed.value)
  }
  const reset = (): void => {
    stage.clear()
    if (record === undefined) stage.edit([], [id])
    setTexts({})
    typed.current.clear()
    asked.current += 1
    setMessage(undefined)
    setConflict(undefined)
  }
  const textOf = (field: FieldMeta): string => {
    const given = texts[field.name]
    if (given !== undefined) return given
    if (record !== undefined) return editText(field, record[field.name], formats)
    const standard = field.default
    const shown = field.type === 'boolean' || field.type === 'choice'
    return shown && (typeof standard === 'string' || typeof standard === 'boolean') ? String(standard) : ''
  }
  const errorOf = (field: FieldMeta): string | undefined => {
    const fault = stage.fault(id, field.name)
    return fault === undefined
      ? undefined
      : typeof fault === 'string'
        ? fault
        : t(`fault.${fault.code}`, { ...fault.params })
  }
  const save = async (): Promise<boolean> => {
    if (saving || !dirty) return false
    const missing =
      record === undefined
        ? meta.fields.filter(
            (field) =>
              field.required &&
              editable(field) &&
              field.type !== 'identity' &&
              stage.row(id)?.cells.has(field.name) !== true &&
              (field.default === undefined || field.default === null),
          )
        : []
    if (missing.length > 0)
      stage.setServerFaults(missing.map(({ name }) => ({ id, field: name, message: t('fault.required') })))
    if (stage.summary().faults > 0 && stage.faults().some(({ fault }) => typeof fault !== 'string'))
      missing.push(...meta.fields.slice(0, 1))
    if (missing.length > 0) {
      const first = stage.faults()[0]?.field
      document.getElementById(`field-${first}`)?.focus()
      announce(t('save.faults', { count: stage.summary().faults }))
      return false
    }
    setSaving(true)
    setMessage(undefined)
    try {
      const outcome = await saveStage(scenario, meta, stage, { approving })
      if (outcome.kind === 'saved') {
        const { create = [], update = [] } = outcome.saved.records ?? {}
        const saved = create[0] ?? update[0]
        reset()
        toastDone({ message: t('save.done', { count: 1 }) })
        if (saved === undefined) onReload()
        else onSaved(saved)
        return true
      }
      if (outcome.kind === 'conflict') setConflict(outcome.conflicts[0])
      else {
        stage.setServerFaults(outcome.faults)
        setMessage(
          outcome.faults.find(({ field }) => field === '')?.message ??
            t('save.faults', { count: outcome.faults.length }),
        )
        document.getElementById(`field-${outcome.faults[0]?.field}`)?.focus()
      }
    } catch (error) {
      const { detail } = asApiError(error)
      setMessage(detail === '' ? t('save.failed') : detail)
    } finally {
      setSaving(false)
    }
    return false
  }
  useHotkeys([['mod+S', () => void save()]], [])

  const mine = (): void => {
    if (conflict === undefined || record === undefined) return
    const theirs = Object.fromEntries(
      Object.entries(conflict.fields).map(([name, both]) => [name, both.theirs]),
    )
    const row = stage.row(id)
    if (row !== undefined) stage.edit(sentAlone(row, conflict.fields, () => true))
    stage.rebase(id, {
      ...record,
      ...theirs,
      ...(conflict.lastmodified === null ? {} : { lastmodified: conflict.lastmodified }),
    })
    setConflict(undefined)
    void save()
  }
  return (
    <form
      className={styles.form}
      data-version={summary.version}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {conflict === undefined ? null : (
        <Alert color="orange" title={t('conflict.title', { count: 1 })} role="alert">
          {conflict.deleted ? (
            <p>{t('conflict.deleted')}</p>
          ) : (
            <ul>
              {Object.entries(conflict.fields).map(([name, both]) => {
                const field = meta.fields.find((one) => one.name === name)
                const text = (value: unknown): string =>
                  (field === undefined ? String(value) : formatValue(field, value, formats)) ||
                  t('conflict.nothing')
                return (
                  <li key={name}>
                    <b>{heading(field?.label ?? name)}</b>: {t('conflict.yours')} {text(both.yours)} ·{' '}
                    {t('conflict.theirs')} {text(both.theirs)}
                  </li>
                )
              })}
            </ul>
          )}
          <Group gap="xs" mt="xs">
            {conflict.deleted ? null : (
              <Button size="compact-sm" onClick={mine}>
                {t('conflict.all.yours')}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                reset()
                onReload()
              }}
            >
              {t('conflict.all.theirs')}
            </Button>
          </Group>
        </Alert>
      )}
      {sections.map((section) => {
        const fields =
          only === undefined
            ? meta.fields.filter((field) => field.section === section && !field.followed)
            : section === 'main'
              ? only.flatMap((name) => meta.fields.find((field) => field.name === name) ?? [])
              : []
        const inputs =
          only === undefined
            ? fields.filter(editable).toSorted((one, other) => weigh(one) - weigh(other))
            : fields.filter(editable)
        const facts =
          record === undefined || only !== undefined
            ? []
            : fields.filter((field) => !editable(field) && !field.write_only)
        if (inputs.length + facts.length === 0) return null
        return (
          <section
            key={section}
            className={styles.section}
            {...(only === undefined ? { 'aria-labelledby': `section-${section}` } : {})}
          >
            {only === undefined ? <h2 id={`section-${section}`}>{t(`section.${section}`)}</h2> : null}
            <div className={styles.fields}>
              {inputs.map((field, index) => (
                <RecordField
                  key={field.name}
                  scenario={scenario}
                  field={field}
                  text={textOf(field)}
                  error={errorOf(field)}
                  changed={record !== undefined && row?.cells.has(field.name) === true}
                  onChange={(text) => change(field, text)}
                  autoFocus={record === undefined && section === 'key' && index === 0}
                />
              ))}
              {facts.map((field) => (
                <div key={field.name} className={styles.fact} title={field.help}>
                  <span>{heading(field.label)}</span>
                  <output>{factText(field, record?.[field.name]) || '—'}</output>
                </div>
              ))}
            </div>
          </section>
        )
      })}
      {may ? (
        <div className={styles.bar} data-dirty={dirty || undefined}>
          {changedProposals(stage, meta).length > 0 ? (
            <ApproveChoice count={1} checked={approving} onChange={setApproving} />
          ) : null}
          {dirty ? <span className={styles.dot} aria-hidden="true" /> : null}
          <span role="status">
            {message ?? (dirty ? t('record.dirty') : record === undefined ? '' : t('record.clean'))}
          </span>
          <span className={styles.grow} />
          <Button variant="default" disabled={!dirty || saving} onClick={reset}>
            {t('save.discard')}
          </Button>
          <Button
            type="submit"

            disabled={!dirty}
            loading={saving}
            leftSection={<IconDeviceFloppy size={15} />}
            title="Ctrl+S"
          >
            {t('save.save')}
          </Button>
        </div>
      ) : null}
      <LeaveQuestion dirty={dirty} onSave={save} />
    </form>
  )

  function factText(field: FieldMeta, value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    return formatValue(field, value, formats)
  }
}
