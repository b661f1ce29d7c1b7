/**
 * Describes how rows of a plan are written and compared: each column is declared once, with the function that returns
 * its value.
 */
import { copyText } from '../../data/write/computed/copy-rows.ts'
import type { Mark } from '../../planner/result/result.ts'
import type { Seconds } from '../../planner/time.ts'
import { interval, storedMoment, timestamp } from './cells.ts'

export interface Column<Row> {
  readonly name: string
  /** Returns the cell in the format of COPY. */
  readonly text: (row: Row) => string
  /** Adds the value to the mark, so that rows with different values have different marks. */
  readonly mark: (row: Row, mark: Mark) => void
}

/** The columns of one kind of row. */
export class RowShape<Row> {
  readonly columns: readonly Column<Row>[]
  readonly names: readonly string[]
  /** Names of the columns that identify a row, the first ones; the other columns are its values. */
  readonly key: readonly string[]
  readonly values: readonly string[]

  constructor(columns: readonly Column<Row>[], keys = 1) {
    this.columns = columns
    this.names = columns.map(({ name }) => name)
    this.key = this.names.slice(0, keys)
    this.values = this.names.slice(keys)
  }

  /** Returns the row as a line of COPY. */
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
    const content = marked(found)
    if (typeof content === 'number') mark.number(content)
    else mark.text(content)
  },
})

export const text = <Row>(name: string, value: (row: Row) => string | null): Column<Row> =>
  column(name, value, copyText)

export const number = <Row>(name: string, value: (row: Row) => number | null): Column<Row> =>
  column<Row, number>(name, value, String)

/** Returns a column of a time, stored as a timestamp. */
export const moment = <Row>(name: string, value: (row: Row) => Seconds | null): Column<Row> =>
  column<Row, Seconds>(name, value, timestamp, storedMoment)

/** Returns a column of a duration in seconds, stored as an interval. */
export const duration = <Row>(name: string, value: (row: Row) => number | null): Column<Row> =>
  column<Row, number>(name, value, interval)

export const json = <Row>(name: string, value: (row: Row) => object): Column<Row> =>
  column(name, (row) => JSON.stringify(value(row)), copyText)
