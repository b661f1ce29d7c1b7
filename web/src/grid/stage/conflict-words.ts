/** Words for the fields of an edit conflict. */
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import type { FieldFormats } from '../../platform/values/field-formats.ts'
import { formatValue } from '../../platform/values/format-value.ts'
import type { Conflict } from './save.ts'

interface ConflictWords {
  /** Label of the field. */
  readonly label: string
  /** Both values as the field shows them. */
  readonly yours: string
  readonly theirs: string
}

/** Returns the words for a field; `nothing` is shown for an empty value. */
export function conflictWords(
  meta: EntityMeta,
  name: string,
  both: Conflict['fields'][string],
  formats: FieldFormats,
  nothing: string,
): ConflictWords {
  const field = meta.fields.find((one) => one.name === name)
  const text = (value: unknown): string =>
    (field === undefined ? String(value) : formatValue(field, value, formats)) || nothing
  return { label: heading(field?.label ?? name), yours: text(both.yours), theirs: text(both.theirs) }
}
