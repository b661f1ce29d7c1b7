/** The columns that every source of exceptions returns, so that the sources can be combined with UNION. */

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

/** Returns the select list of a source: the given SQL by column, NULL for the columns that the source does not have. */
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

/** Smaller differences are rounding errors. */
export const epsilon = '1e-6'

/** Returns SQL that converts an interval to days. */
export const inDays = (interval: string): string => `(extract(epoch FROM ${interval}) / 86400)::float8`
