/**
 * Benchmark of POST, PATCH and DELETE of one record on a persistent connection, compared with prepared statements that
 * write the same record. Each step runs in turn with its reference, on the records of the step before.
 */
import type pg from 'pg'
import { atMostTimes, type Figure, median, quantile, timed } from '../support/figures.ts'
import { type Demand, demand, demandColumns } from './demands.ts'
import { demandPath, type Setting, withService } from './setting.ts'
import { columnList, ours, reference, rowValues, settle, vacuum } from './tables.ts'

const writes = 500
const warmUp = 100
/** Value that identifies these records. */
const source = 'bench single'
/** Bar of POST, in times of the prepared INSERT. */
const longestTimes = 2.5

interface Step {
  readonly method: string
  readonly against: string
  readonly limit?: number
  readonly path: (turn: number) => string
  readonly body?: (turn: number) => string
  readonly statement: (turn: number) => pg.QueryConfig
}

const record = (turn: number): Demand => ({ ...demand(turn, source), name: `ONE-${turn}` })
const detail = (turn: number): string => `${demandPath}${record(turn).name}/`
const changed = (turn: number): { readonly quantity: number; readonly priority: number } => ({
  quantity: record(turn).quantity + 5,
  priority: record(turn).priority + 1,
})
const places = demandColumns.map((_, index) => `$${index + 1}`).join(', ')

const steps: readonly Step[] = [
  {
    method: 'POST',
    against: 'prepared INSERT',
    limit: longestTimes,
    path: () => demandPath,
    body: (turn) => JSON.stringify(record(turn)),
    statement: (turn) => ({
      name: 'insert',
      text: `INSERT INTO ${reference} (${columnList}) VALUES (${places})`,
      values: [...rowValues(record(turn))],
    }),
  },
  {
    method: 'PATCH',
    against: 'prepared UPDATE',
    path: detail,
    body: (turn) => JSON.stringify(changed(turn)),
    statement: (turn) => ({
      name: 'update',
      text: `UPDATE ${reference} SET "quantity" = $2, "priority" = $3 WHERE "name" = $1`,
      values: [record(turn).name, ...Object.values(changed(turn))],
    }),
  },
  {
    method: 'DELETE',
    against: 'prepared DELETE',
    path: detail,
    statement: (turn) => ({
      name: 'delete',
      text: `DELETE FROM ${reference} WHERE "name" = $1`,
      values: [record(turn).name],
    }),
  },
]

export async function measureSingleWrite(setting: Setting): Promise<readonly Figure[]> {
  const { database, rows } = setting
  return withService(setting, async ({ client }) => {
    const figures: Figure[] = []
    for (const { method, against, limit, path, body, statement } of steps) {
      await settle(database)
      const times: number[] = []
      const references: number[] = []
      for (let turn = 0; turn < warmUp + writes; turn += 1) {
        const { total } = await client.send(method, path(turn), body?.(turn))
        const other = await timed(() => database.query(statement(turn)))
        if (turn < warmUp) continue
        times.push(total)
        references.push(other)
      }
      const [one, other] = [median(times), median(references)]
      figures.push({
        work: `${method} one record, p50`,
        rows,
        records: 1,
        unit: 'ms',
        ours: one,
        reference: other,
        against,
        ...(limit === undefined ? {} : { bar: atMostTimes(limit, one, other) }),
        note: `p95 ${quantile(times, 0.95).toFixed(2)} against ${quantile(references, 0.95).toFixed(2)} ms`,
      })
    }
    for (const table of [ours, reference]) {
      await database.query(`DELETE FROM ${table} WHERE "source" = $1`, [source])
    }
    await vacuum(database)
    return figures
  })
}
