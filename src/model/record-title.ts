/** Titles of records with numeric keys: the parts of the natural key. */
import type { FieldType } from './field.ts'

interface TitledEntity {
  readonly key: string
  readonly naturalKey: readonly string[]
  readonly fields: readonly { readonly name: string; readonly type: FieldType; readonly default?: unknown }[]
}

/** Maximum number of parts of a title. */
const mostParts = 4

/**
 * Returns the title of a record from its values in API format; undefined if its key is its name, or without a natural
 * key. Parts with their default value are omitted, such as the start of effectivity.
 */
export function recordTitle(
  entity: TitledEntity,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const parts = entity.naturalKey
    .filter((name) => name !== entity.key)
    .flatMap((name) => {
      const field = entity.fields.find((one) => one.name === name)
      return field === undefined ? [] : partOf(field, values[name])
    })
  return parts.length === 0 ? undefined : parts.slice(0, mostParts).join(' · ')
}

function partOf(
  { type, default: standard }: TitledEntity['fields'][number],
  value: unknown,
): readonly string[] {
  if (value === standard || value === '') return []
  if (typeof value === 'string') return [type === 'datetime' ? momentOf(value) : value]
  // The numeric key of a referenced record is not meaningful.
  return typeof value === 'number' && type !== 'reference' ? [String(value)] : []
}

/** Formats a datetime without seconds, and a date without time. */
const momentOf = (value: string): string => value.slice(0, 16).replace('T', ' ').replace(' 00:00', '')
