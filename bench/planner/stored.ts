/** A generated model in the tables of a scenario, planned by a process of its own as the task `runplan` does it. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { Client } from 'pg'
import { taskNodeOptions } from '../../src/tasks/run/child-process.ts'
import { parentOf, treeProcessorTime } from '../support/process-figures.ts'
import { withInstallation } from '../support/installation.ts'
import { modelSize, planningModel, start } from './model.ts'
import type { PlannerInput } from '../../src/planner/input.ts'
import type { RunAnswer } from './run-process.ts'

/** What the scenario holds when a plan is made. */
export type Before = 'no plan' | 'a plan, one sales order in a hundred changed since'

export interface StoredAnswer extends RunAnswer {
  /** Milliseconds of processor time of the database server meanwhile; undefined where that cannot be measured. */
  readonly server: number | undefined
}

export type StoredAnswers = Readonly<Record<Before, readonly StoredAnswer[]>>

export async function planStored(demands: number, rounds: number): Promise<StoredAnswers> {
  const first: StoredAnswer[] = []
  const again: StoredAnswer[] = []
  await withInstallation({}, async ({ databaseUrl }) => {
    const database = new Client({ connectionString: databaseUrl })
    await database.connect()
    try {
      await fill(database, planningModel(modelSize(demands, 'usual'), 'usual'))
      await database.query('VACUUM ANALYZE')
      for (let round = 0; round < rounds; round += 1) {
        await database.query(removePlan)
        first.push(await measured(database, () => runApart(databaseUrl)))
      }
      await database.query('VACUUM ANALYZE')
      for (let round = 0; round < rounds; round += 1) {
        await database.query(changeSome, [String(round)])
        again.push(await measured(database, () => runApart(databaseUrl)))
      }
    } finally {
      await database.end()
    }
  })
  return { 'no plan': first, 'a plan, one sales order in a hundred changed since': again }
}

const removePlan = `TRUNCATE "default"."operationplan", "default"."operationplanmaterial", "default"."operationplanresource",
  "default"."problem", "default"."constraint", "default"."resourcesummary", "default"."plandigest" CASCADE`

/** Other ones in each round, the same ones in each run. */
const changeSome = `UPDATE "default"."demand" SET "quantity" = CASE WHEN "quantity" < 5 THEN "quantity" + 1 ELSE 1 END, "due" = "due" + interval '3 days'
  WHERE abs(hashtext("name" || ' ' || $1::text)) % 100 = 0`

/** Adds what the server has worked, all its processes together. */
async function measured(database: Client, run: () => Promise<RunAnswer>): Promise<StoredAnswer> {
  const { rows } = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"')
  const postmaster = await parentOf(rows[0]!.pid)
  const before = postmaster === 0 ? undefined : await treeProcessorTime(postmaster)
  const answer = await run()
  const after = postmaster === 0 ? undefined : await treeProcessorTime(postmaster)
  const server = before === undefined || after === undefined ? undefined : 1000 * (after - before)
  return { ...answer, server }
}

async function runApart(url: string): Promise<RunAnswer> {
  const child = fork(join(import.meta.dirname, 'run-process.ts'), [url], {
    execArgv: [...taskNodeOptions, '--max-old-space-size=4096'],
  })
  const answered = Promise.withResolvers<RunAnswer>()
  child.once('message', (answer: RunAnswer) => answered.resolve(answer))
  child.once('exit', (code) => answered.reject(new Error(`The plan ended with exit code ${String(code)}.`)))
  const answer = await answered.promise
  if (answer.failure !== undefined) throw new Error(answer.failure)
  return answer
}

const batch = 20_000
const durations = new Set(['duration', 'duration_per', 'leadtime'])

async function fill(database: Client, input: PlannerInput): Promise<void> {
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

/** Rows that leave the same columns to their defaults go together. */
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
