/** What people call a record whose key is a number: the parts of its natural key that tell it from others. */
import type { FieldType } from './field.ts'

interface TitledEntity {
  readonly key: string
  readonly naturalKey: readonly string[]
  readonly fields: readonly { readonly name: string; readonly type: FieldType; readonly default?: unknown }[]
}

/** Parts that fit into a title. */
const mostParts = 4

/**
 * The title of a record by its values as the API gives them; undefined where its key is its name, and where it has none.
 * Parts that have their default are left out: everything is valid from the beginning.
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
  // The number of a record referred to says nothing.
  return typeof value === 'number' && type !== 'reference' ? [String(value)] : []
}

/** A moment without seconds, and a day without time. */
const momentOf = (value: string): string => value.slice(0, 16).replace('T', ' ').replace(' 00:00', '')
