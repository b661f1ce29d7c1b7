/**
 * Converts columns of tables to fields of the planner input: dates to seconds of planning time, durations to seconds,
 * and the earliest and latest possible dates to null.
 */
import { identifier } from '../../database/identifiers.ts'

/** SQL expression of each kind for a column. */
const expressions = {
  text: (column: string) => column,
  number: (column: string) => column,
  flag: (column: string) => column,
  // The planner calculates in whole seconds.
  moment: (column: string) => `floor(extract(epoch FROM ${column}))::float8`,
  duration: (column: string) => `extract(epoch FROM ${column})::float8`,
  // Key columns cannot be null: these dates mean "always" and "for ever".
  begin: (column: string) => `floor(extract(epoch FROM nullif(${column}, '1971-01-01')))::float8`,
  finish: (column: string) => `floor(extract(epoch FROM nullif(${column}, '2030-12-31')))::float8`,
} as const

export type Kind = keyof typeof expressions

type KindFor<Value> = [NonNullable<Value>] extends [string]
  ? 'text'
  : [NonNullable<Value>] extends [boolean]
    ? 'flag'
    : Exclude<Kind, 'text' | 'flag'>

/** The kind of every column of a planner row, by name. */
export type Columns<Row> = { readonly [Name in keyof Row & string]-?: KindFor<Row[Name]> }

const javascriptType = (kind: Kind): string =>
  kind === 'text' ? 'string' : kind === 'flag' ? 'boolean' : 'number'

/** Returns the select list of the columns, in their order. */
export const selectList = (columns: Readonly<Record<string, Kind>>): string =>
  Object.entries(columns)
    .map(([name, kind]) => expressions[kind](identifier(name)))
    .join(', ')

/** Returns a function that makes rows from cells in the order of the columns; empty cells are null. */
export function rowMaker<Row extends object>(columns: Columns<Row>): (cells: readonly unknown[]) => Row {
  const fields = Object.entries<Kind>({ ...columns }).map(([name, kind]) => ({
    name,
    type: javascriptType(kind),
  }))
  return (cells) => {
    const row: Record<string, unknown> = {}
    for (let place = 0; place < fields.length; place += 1) {
      const { name, type } = fields[place]!
      const cell = cells[place] ?? null
      if (cell !== null && typeof cell !== type)
        throw new Error(`Column "${name}" holds a ${typeof cell} instead of a ${type}.`)
      row[name] = cell
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns are those of the row, and each cell was checked
    return row as Row
  }
}
