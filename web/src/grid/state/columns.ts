/** Columns of a grid: their selection, order and widths, and the number of frozen ones. */
import type { EntityMeta, FieldMeta } from '../../platform/meta/entity-meta.ts'

/** Settings that are stored per user and entity. */
export interface Layout {
  /** Names of the displayed columns; the default columns of the entity without them. */
  readonly columns?: readonly string[]
  readonly widths?: Readonly<Record<string, number>>
  /** Number of frozen columns at the start. */
  readonly frozen?: number
  /** Measures below columns, in the format of URLs. */
  readonly measures?: string
  readonly rules?: unknown
  /** Id of the view that opens with the list; 0 for none. */
  readonly view?: number
}

/** Sections of fields in their order. */
export const fieldSections: readonly FieldMeta['section'][] = ['key', 'main', 'plan', 'system']

/** Returns the fields that a grid can show. */
export const gridFields = (meta: EntityMeta): readonly FieldMeta[] =>
  meta.fields.filter((field) => !field.write_only)

const weights: Readonly<Partial<Record<FieldMeta['type'], number>>> = {
  choice: 1,
  datetime: 2,
  date: 2,
  number: 3,
  integer: 4,
}

/** Returns the weight of a field: references first, then status, dates and quantities; free text last. */
function weightOf({ name, type }: FieldMeta): number {
  if (type === 'reference') return name === 'owner' || name === 'operation' ? 5 : 0
  return name === 'status' ? 0.5 : (weights[type] ?? 6)
}

/**
 * Returns a function that weighs fields within their section. For orders, the item, location, dates and quantity come
 * first; for other entities, the order of the metadata applies.
 */
export function fieldWeight(meta: EntityMeta): (field: FieldMeta) => number {
  const names = new Set(meta.fields.map(({ name }) => name))
  const order = names.has('quantity') && ['due', 'startdate', 'enddate'].some((name) => names.has(name))
  return (field) => (order ? weightOf(field) : 0)
}

/**
 * Returns the fields in order of relevance: the default columns of the entity, the key, fields for planning, results,
 * system fields.
 */
export function rankedFields(meta: EntityMeta): readonly FieldMeta[] {
  const weigh = fieldWeight(meta)
  const leading = new Map(meta.columns.map((name, place) => [name, place - 1 - meta.columns.length]))
  const rank = (field: FieldMeta): number =>
    leading.get(field.name) ??
    (field.name === meta.key ? -1 : 10 * fieldSections.indexOf(field.section) + weigh(field))
  return meta.fields.toSorted((one, other) => rank(one) - rank(other))
}

/** Returns the default columns: the key, fields for planning, results, system fields. */
export function defaultColumns(meta: EntityMeta): readonly string[] {
  return rankedFields(meta)
    .filter((field) => !field.write_only)
    .filter(({ hidden, name, type }) => !hidden || (name === meta.key && type !== 'identity'))
    .filter(({ name, type }) => !(type === 'identity' && name === meta.key && meta.fields.length > 4))
    .map(({ name }) => name)
}

/** Returns the existing columns of the given ones, without duplicates; the default columns if none is left. */
export function knownColumns(meta: EntityMeta, wanted: readonly string[] | undefined): readonly string[] {
  const names = new Set(gridFields(meta).map(({ name }) => name))
  const known = [...new Set(wanted ?? [])].filter((name) => names.has(name))
  return known.length === 0 ? defaultColumns(meta) : known
}

/** Moves a column to an index within the list. */
export function moveColumn(columns: readonly string[], name: string, to: number): readonly string[] {
  const rest = columns.filter((one) => one !== name)
  if (rest.length === columns.length) return columns
  const place = Math.max(0, Math.min(rest.length, to))
  return [...rest.slice(0, place), name, ...rest.slice(place)]
}

export function readLayout(given: unknown): Layout {
  if (typeof given !== 'object' || given === null) return {}
  const columns =
    'columns' in given && Array.isArray(given.columns)
      ? given.columns.filter((name) => typeof name === 'string')
      : undefined
  const widths =
    'widths' in given && typeof given.widths === 'object' && given.widths !== null
      ? Object.fromEntries(
          Object.entries(given.widths).filter(
            (entry): entry is [string, number] => typeof entry[1] === 'number',
          ),
        )
      : undefined
  const frozen = 'frozen' in given && typeof given.frozen === 'number' ? given.frozen : undefined
  return {
    ...(columns === undefined ? {} : { columns }),
    ...(widths === undefined ? {} : { widths }),
    ...(frozen === undefined ? {} : { frozen }),
    ...('measures' in given && typeof given.measures === 'string' ? { measures: given.measures } : {}),
    ...('rules' in given && Array.isArray(given.rules) ? { rules: given.rules } : {}),
    ...('view' in given && typeof given.view === 'number' ? { view: given.view } : {}),
  }
}
