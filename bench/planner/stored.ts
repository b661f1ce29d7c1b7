/** Measures a generated model in the tables of a scenario, planned in a separate process like the task `runplan`. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { Client } from 'pg'
import { taskNodeOptions } from '../../src/tasks/runner/child-process.ts'
import { parentOf, treeProcessorTime } from '../support/process-figures.ts'
import { withInstallation } from '../support/installation.ts'
import { fill } from './fill.ts'
import { modelSize, planningModel } from './model.ts'
import type { RunAnswer } from './run-process.ts'

/** State of the scenario before a plan is made. */
export type Before = 'no plan' | 'a plan, one sales order in a hundred changed since'

export interface StoredAnswer extends RunAnswer {
  /** Processor time of the database server during the run, in milliseconds; undefined if it cannot be measured. */
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

/** Changes different records in each round, the same ones in each run. */
const changeSome = `UPDATE "default"."demand" SET "quantity" = CASE WHEN "quantity" < 5 THEN "quantity" + 1 ELSE 1 END, "due" = "due" + interval '3 days'
  WHERE abs(hashtext("name" || ' ' || $1::text)) % 100 = 0`

/** Adds the processor time of all processes of the server. */
async function measured(database: Client, run: () => Promise<RunAnswer>): Promise<StoredAnswer> {
  const { rows } = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"')
  const postmaster = await parentOf(rows[0]!.pid)
  const before = postmaster === 0 ? undefined : await treeProcessorTime(postmaster)
  const answer = await run()
  const after = postmaster === 0 ? undefined : await treeProcessorTime(postmaster)
  const server = before === undefined || after === undefined ? undefined : 1000 * (after - before)
  return { ...answer, server }
}

/** Plans the scenario in a separate process. */
export async function runApart(url: string): Promise<RunAnswer> {
  const child = fork(join(import.meta.dirname, 'run-process.ts'), [url], {
    execArgv: [...taskNodeOptions(), '--max-old-space-size=4096'],
  })
  const answered = Promise.withResolvers<RunAnswer>()
  child.once('message', (answer: RunAnswer) => answered.resolve(answer))
  child.once('exit', (code) => answered.reject(new Error(`The plan ended with exit code ${String(code)}.`)))
  const answer = await answered.promise
  if (answer.failure !== undefined) throw new Error(answer.failure)
  return answer
}
