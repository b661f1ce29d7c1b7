/** One section of a record form: inputs of the fields that the user may change, and the values of the others. */
import { useTranslation } from 'react-i18next'
import { type EntityMeta, type FieldMeta, heading, type Row } from '../../platform/meta/entity-meta.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { formatValue } from '../../platform/values/format-value.ts'
import { fieldWeight } from '../state/columns.ts'
import { RecordField } from './record-field.tsx'
import styles from './record.module.css'
import type { RecordDraft } from './use-record-draft.ts'

interface RecordSectionProps {
  readonly scenario: string
  readonly meta: EntityMeta
  /** The record; undefined for a new one. */
  readonly record: Row | undefined
  readonly draft: RecordDraft
  /** Whether the values cannot be changed at the moment. */
  readonly locked: boolean
  readonly section: FieldMeta['section']
}

export function RecordSection({ scenario, meta, record, draft, locked, section }: RecordSectionProps) {
  const { t } = useTranslation('grid')
  const weigh = fieldWeight(meta)
  const fields = meta.fields.filter((field) => field.section === section && !field.followed)
  const inputs = fields.filter(draft.isEditable).toSorted((one, other) => weigh(one) - weigh(other))
  const values =
    record === undefined ? [] : fields.filter((field) => !draft.isEditable(field) && !field.write_only)
  if (inputs.length + values.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>{t(`section.${section}`)}</h2>
      <div className={styles.fields}>
        <Inputs
          scenario={scenario}
          fields={inputs}
          draft={draft}
          locked={locked}
          autoFocus={record === undefined && section === 'key'}
        />
        {values.map((field) => (
          <FieldValue key={field.name} field={field} value={record?.[field.name]} />
        ))}
      </div>
    </section>
  )
}

interface NamedFieldsProps {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly draft: RecordDraft
  readonly locked: boolean
  /** Names of the fields, in this order. */
  readonly names: readonly string[]
}

/** Inputs of named fields, without a title. */
export function NamedFields({ scenario, meta, draft, locked, names }: NamedFieldsProps) {
  const fields = names
    .flatMap((name) => meta.fields.find((field) => field.name === name) ?? [])
    .filter(draft.isEditable)
  if (fields.length === 0) return null
  return (
    <section className={styles.section}>
      <div className={styles.fields}>
        <Inputs scenario={scenario} fields={fields} draft={draft} locked={locked} autoFocus={false} />
      </div>
    </section>
  )
}

interface InputsProps {
  readonly scenario: string
  readonly fields: readonly FieldMeta[]
  readonly draft: RecordDraft
  readonly locked: boolean
  /** Whether the first input gets the focus. */
  readonly autoFocus: boolean
}

const Inputs = ({ scenario, fields, draft, locked, autoFocus }: InputsProps) =>
  fields.map((field, index) => (
    <RecordField
      key={field.name}
      scenario={scenario}
      field={field}
      text={draft.textOf(field)}
      error={draft.errorOf(field)}
      changed={draft.isChanged(field)}
      onChange={(text) => draft.change(field, text)}
      locked={locked}
      register={draft.register}
      autoFocus={autoFocus && index === 0}
    />
  ))

const minutesLength = '2026-11-24T12:00'.length

/** Returns whether a value is a moment that nobody types: its seconds are of no use. */
const isComputedMoment = ({ type, computed }: FieldMeta, value: unknown): value is string =>
  type === 'datetime' && computed && typeof value === 'string'

/** The value of a field that cannot be changed. */
function FieldValue({ field, value }: { readonly field: FieldMeta; readonly value: unknown }) {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const text =
    typeof value === 'boolean'
      ? t(value ? 'yes' : 'no')
      : formatValue(field, isComputedMoment(field, value) ? value.slice(0, minutesLength) : value, formats)
  return (
    <div className={styles.fact} title={field.help}>
      <span>{heading(field.label)}</span>
      <output>{text || '—'}</output>
    </div>
  )
}
