/**
 * Benchmark of POST, PATCH and DELETE of one record on a persistent connection, compared with prepared statements that
 * write the same record. Each step runs in turn with its reference, on the records of the step before. Then ten clients
 * post records at once, compared with the same INSERT on ten connections.
 */
import type pg from 'pg'
import { atMostTimes, type Figure, median, quantile, timed } from '../support/figures.ts'
import { runLoad } from '../support/load.ts'
import type { RunningService } from '../support/installation.ts'
import { processorTime } from '../support/process-figures.ts'
import { type Demand, demand, demandColumns } from './demands.ts'
import { demandPath, type Setting, withService } from './setting.ts'
import { columnList, ours, reference, rowValues, settle, vacuum } from './tables.ts'

const writes = 500
const warmUp = 100
/** Value that identifies these records. */
const source = 'bench single'
/** Bar of POST, in times of the prepared INSERT. */
const longestTimes = 2.5
const connections = 10
const seconds = 5
/** Bar of POST with ten clients. */
const leastPerSecond = 1_500

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
  return withService(setting, async ({ client, service }) => {
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
    figures.push(await throughput(setting, service))
    for (const table of [ours, reference]) {
      await database.query(`DELETE FROM ${table} WHERE "source" = $1`, [source])
    }
    await vacuum(database)
    return figures
  })
}

/** Measures POST with ten clients at once, alternating between the service and the reference in each round. */
async function throughput(
  { database, installation: { authorization, databaseUrl }, rows, rounds }: Setting,
  service: RunningService,
): Promise<Figure> {
  await database.query('CREATE SEQUENCE IF NOT EXISTS "bench"."number"')
  const shared = { connections, seconds }
  const posted = demand(0, source)
  const body = JSON.stringify({ ...posted, name: 'ONE-[<id>]' })
  const [, ...others] = demandColumns
  const values = others.map((column) => posted[column])
  const text = `INSERT INTO ${reference} (${columnList})
    VALUES ('ONE-' || nextval('"bench"."number"'), ${others.map((_, index) => `$${index + 1}`).join(', ')})`
  const rates: number[] = []
  const references: number[] = []
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await settle(database)
    const begun = await processorTime(service.pid)
    const http = await runLoad({
      ...shared,
      kind: 'http',
      url: service.url,
      authorization,
      paths: [demandPath],
      body,
    })
    const ended = await processorTime(service.pid)
    if (begun !== undefined && ended !== undefined) {
      costs.push((1000 * (ended - begun)) / (http.perSecond * seconds))
    }
    await settle(database)
    const sql = await runLoad({ ...shared, kind: 'sql', databaseUrl, text, values: [values] })
    rates.push(http.perSecond)
    references.push(sql.perSecond)
  }
  const rate = median(rates)
  return {
    work: `POST one record, ${connections} clients`,
    rows,
    records: 1,
    unit: 'req/s',
    ours: rate,
    reference: median(references),
    against: `prepared INSERT on ${connections} connections`,
    bar: { text: `≥ ${leastPerSecond} req/s`, met: rate >= leastPerSecond },
    ...(costs.length === 0 ? {} : { note: `${median(costs).toFixed(2)} ms CPU of the service each` }),
  }
}
