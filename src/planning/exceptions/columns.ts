/** The columns that every source of exceptions gives, so that they can be put together. */

const types = {
  kind: 'text',
  subject: 'text',
  type: 'text',
  item: 'text',
  location: 'text',
  customer: 'text',
  supplier: 'text',
  cause: 'text',
  bottleneck: 'text',
  startdate: 'timestamp',
  enddate: 'timestamp',
  quantity: 'float8',
  days: 'float8',
  effect: 'float8',
  value: 'float8',
  count: 'integer',
  description: 'text',
} as const

type ColumnName = keyof typeof types

/** Columns of the exceptions that are stored. */
export const storedColumns: readonly string[] = ['id', 'rank', ...Object.keys(types)]

/** Returns the select list of a source: SQL by column, null for those that it does not have. */
export const exceptionColumns = (
  id: string,
  given: Readonly<Partial<Record<ColumnName, string>>>,
): string => {
  const values = Object.entries({ effect: '0', value: '0', count: '1', ...given })
  const valueOf = new Map(values)
  return [
    `${id} AS "id"`,
    ...Object.entries(types).map(([name, type]) => `(${valueOf.get(name) ?? 'NULL'})::${type} AS "${name}"`),
  ].join(', ')
}

/** Differences below this are of calculation. */
export const epsilon = '1e-6'

/** SQL of a duration in days. */
export const inDays = (interval: string): string => `(extract(epoch FROM ${interval}) / 86400)::float8`
