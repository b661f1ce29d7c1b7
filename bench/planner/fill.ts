/** Inserts a generated model into the tables of a scenario. */
import type { Client } from 'pg'
import type { PlannerInput } from '../../src/planner/input.ts'
import { start } from './model.ts'

const batch = 20_000
const durations = new Set(['duration', 'duration_per', 'leadtime'])

export async function fill(database: Client, input: PlannerInput): Promise<void> {
  const customers = [...new Set(input.demands.flatMap(({ customer }) => customer ?? []))]
  const entries = input.calendars.flatMap(({ name, entries: list }) =>
    list.map(({ value, priority, start: begin, end, weekdays }) => ({
      calendar: name,
      value,
      priority,
      ...(Number.isFinite(begin) ? { startdate: timestamp(begin) } : {}),
      ...(Number.isFinite(end) ? { enddate: timestamp(end) } : {}),
      sunday: (weekdays & 1) !== 0,
      saturday: (weekdays & 64) !== 0,
    })),
  )
  const tables: readonly (readonly [table: string, rows: readonly object[]])[] = [
    ['calendar', input.calendars.map(({ name, defaultValue }) => ({ name, defaultvalue: defaultValue }))],
    ['calendarbucket', entries],
    ['location', input.locations],
    ['customer', customers.map((name) => ({ name }))],
    ['supplier', input.suppliers],
    ['item', input.items],
    ['resource', input.resources],
    ['operation', input.operations],
    ['buffer', input.buffers],
    ['itemsupplier', input.itemSuppliers],
    ['operationmaterial', input.materials],
    ['operationresource', input.loads],
    ['demand', input.demands],
  ]
  for (const [table, rows] of tables) await insert(database, table, rows)
  await database.query(
    `INSERT INTO "default"."parameter" ("name", "value") VALUES ('currentdate', $1)
     ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    [timestamp(start)],
  )
}

/** Inserts rows; rows with the same columns are inserted together. */
async function insert(database: Client, table: string, all: readonly object[]): Promise<void> {
  for (const [keys, rows] of Map.groupBy(all, (row) => Object.keys(row).join('", "'))) {
    for (let from = 0; from < rows.length; from += batch) {
      await database.query(
        `INSERT INTO "default"."${table}" ("${keys}")
         SELECT "${keys}" FROM json_populate_recordset(NULL::"default"."${table}", $1)`,
        [jsonOf(rows.slice(from, from + batch))],
      )
    }
  }
}

const jsonOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (name, value: unknown) => {
    if (typeof value !== 'number') return value
    if (name === 'due') return timestamp(value)
    return durations.has(name) ? `${value} seconds` : value
  })

const timestamp = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
