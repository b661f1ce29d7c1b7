/** How rows of a plan are written and compared: columns, each declared once with the value that a row has for it. */
import { copyText } from '../../data/write/computed/copy-rows.ts'
import type { Mark } from '../../planner/result/result.ts'
import type { Seconds } from '../../planner/time.ts'
import { interval, storedMoment, timestamp } from './cells.ts'

export interface Column<Row> {
  readonly name: string
  /** The cell as COPY reads it. */
  readonly text: (row: Row) => string
  /** Gives the mark the value, so that rows that differ in it have different marks. */
  readonly mark: (row: Row, mark: Mark) => void
}

/** The columns of one kind of row. */
export class RowShape<Row> {
  readonly columns: readonly Column<Row>[]
  readonly names: readonly string[]
  /** Names of the columns that say which row it is, the first ones; the others hold its values. */
  readonly key: readonly string[]
  readonly values: readonly string[]

  constructor(columns: readonly Column<Row>[], keys = 1) {
    this.columns = columns
    this.names = columns.map(({ name }) => name)
    this.key = this.names.slice(0, keys)
    this.values = this.names.slice(keys)
  }

  /** The row as a line of COPY. */
  line(row: Row): string {
    const { columns } = this
    let line = columns[0]!.text(row)
    for (let place = 1; place < columns.length; place += 1) line += `\t${columns[place]!.text(row)}`
    return line
  }

  *lines(rows: Iterable<Row>): Generator<string> {
    for (const row of rows) yield this.line(row)
  }

  markKey(row: Row, mark: Mark): void {
    const { columns, key } = this
    for (let place = 0; place < key.length; place += 1) columns[place]!.mark(row, mark)
  }

  markValues(row: Row, mark: Mark): void {
    const { columns, key } = this
    for (let place = key.length; place < columns.length; place += 1) columns[place]!.mark(row, mark)
  }
}

const nothing = copyText(null)

const column = <Row, Value extends string | number>(
  name: string,
  value: (row: Row) => Value | null,
  text: (value: Value) => string,
  marked: (value: Value) => Value = (found) => found,
): Column<Row> => ({
  name,
  text: (row) => {
    const found = value(row)
    return found === null ? nothing : text(found)
  },
  mark: (row, mark) => {
    const found = value(row)
    if (found === null) {
      mark.nothing()
      return
    }
    const told = marked(found)
    if (typeof told === 'number') mark.number(told)
    else mark.text(told)
  },
})

export const text = <Row>(name: string, value: (row: Row) => string | null): Column<Row> =>
  column(name, value, copyText)

export const number = <Row>(name: string, value: (row: Row) => number | null): Column<Row> =>
  column<Row, number>(name, value, String)

/** A moment, stored as a timestamp. */
export const moment = <Row>(name: string, value: (row: Row) => Seconds | null): Column<Row> =>
  column<Row, Seconds>(name, value, timestamp, storedMoment)

/** Seconds, stored as an interval. */
export const duration = <Row>(name: string, value: (row: Row) => number | null): Column<Row> =>
  column<Row, number>(name, value, interval)

export const json = <Row>(name: string, value: (row: Row) => object): Column<Row> =>
  column(name, (row) => JSON.stringify(value(row)), copyText)
