/**
 * How columns of tables become fields of what the planner is given: dates as seconds of planning time, durations as
 * seconds, the bounds of all time as nothing.
 */
import { identifier } from '../../database/identifiers.ts'

/** SQL of each kind over a column. */
const expressions = {
  text: (column: string) => column,
  number: (column: string) => column,
  flag: (column: string) => column,
  // The planner thinks in whole seconds.
  moment: (column: string) => `floor(extract(epoch FROM ${column}))::float8`,
  duration: (column: string) => `extract(epoch FROM ${column})::float8`,
  // Keys hold no nulls: these dates stand for "always" and "for ever".
  begin: (column: string) => `floor(extract(epoch FROM nullif(${column}, '1971-01-01')))::float8`,
  finish: (column: string) => `floor(extract(epoch FROM nullif(${column}, '2030-12-31')))::float8`,
} as const

export type Kind = keyof typeof expressions

type KindFor<Value> = [NonNullable<Value>] extends [string]
  ? 'text'
  : [NonNullable<Value>] extends [boolean]
    ? 'flag'
    : Exclude<Kind, 'text' | 'flag'>

/** The kind of every column that a row of the planner has, by its name. */
export type Columns<Row> = { readonly [Name in keyof Row & string]-?: KindFor<Row[Name]> }

const javascriptType = (kind: Kind): string =>
  kind === 'text' ? 'string' : kind === 'flag' ? 'boolean' : 'number'

/** The select list of the columns, in their order. */
export const selectList = (columns: Readonly<Record<string, Kind>>): string =>
  Object.entries(columns)
    .map(([name, kind]) => expressions[kind](identifier(name)))
    .join(', ')

/** Makes rows of cells that came in the order of the columns; null where a cell is empty. */
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
