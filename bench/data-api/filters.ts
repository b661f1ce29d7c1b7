/** Filtered GETs that give at most some hundred rows: time above the bare SQL, and requests per second. */
import { type Figure, median, quantile } from '../support/figures.ts'
import { runLoad } from '../support/load.ts'
import type { RunningService } from '../support/installation.ts'
import { processorTime } from '../support/process-figures.ts'
import { demandName, locationName, quantityReachedBy, shareOfLocation, sourceName } from './demands.ts'
import { demandPath, type Setting, withService } from './setting.ts'
import { ours } from './tables.ts'

interface Filter {
  readonly name: string
  readonly sql: string
  /** The n-th question: parameters of the URL and of the statement. */
  question(turn: number): {
    readonly params: Readonly<Record<string, string>>
    readonly values: readonly unknown[]
  }
}

/** How many rows a location's large orders are to be. */
const wanted = 80
const questions = 500
const warmUp = 100
const connections = 10
const seconds = 5
const longestOverhead = 1.5
const leastPerSecond = 1_500

const select = (where: string): string =>
  `SELECT row_to_json(d)::text AS record FROM ${ours} d WHERE ${where} ORDER BY "name"`

function filters(rows: number): readonly Filter[] {
  const quantity = quantityReachedBy(wanted / (rows * shareOfLocation)).toFixed(2)
  const number = (turn: number): number => Math.imul(turn + 1, 7_919) % rows
  return [
    {
      name: 'quantity__gte + location',
      sql: select('"location" = $1 AND "quantity" >= $2'),
      question: (turn) => ({
        params: { location: locationName(turn), quantity__gte: quantity },
        values: [locationName(turn), quantity],
      }),
    },
    {
      name: 'source',
      sql: select('"source" = $1'),
      question: (turn) => {
        const source = sourceName(number(turn))
        return { params: { source }, values: [source] }
      },
    },
    {
      name: 'name',
      sql: select('"name" = $1'),
      question: (turn) => {
        const name = demandName(number(turn))
        return { params: { name }, values: [name] }
      },
    },
  ]
}

const pathOf = (filter: Filter, turn: number): string =>
  `${demandPath}?${new URLSearchParams(filter.question(turn).params).toString()}`

export async function measureFilters(setting: Setting): Promise<readonly Figure[]> {
  return withService(setting, async ({ client, service }) => {
    const figures: Figure[] = []
    for (const filter of filters(setting.rows)) {
      figures.push(
        ...(await latency(setting, filter, (path) => client.send('GET', path).then(({ total }) => total))),
      )
      figures.push(await throughput(setting, filter, service))
    }
    return figures
  })
}

/** One client, ours and the statement in turn. */
async function latency(
  { database, rows }: Setting,
  filter: Filter,
  get: (path: string) => Promise<number>,
): Promise<readonly Figure[]> {
  const times: number[] = []
  const references: number[] = []
  let found = 0
  for (let turn = 0; turn < warmUp + questions; turn += 1) {
    const { values } = filter.question(turn)
    const request = async (): Promise<number> => times.push(await get(pathOf(filter, turn)))
    const statement = async (): Promise<number> => {
      const begun = performance.now()
      const { rowCount } = await database.query({ name: filter.name, text: filter.sql, values: [...values] })
      found += rowCount ?? 0
      return references.push(performance.now() - begun)
    }
    // Whoever comes second finds the rows in the processor's cache.
    for (const side of turn % 2 === 0 ? [request, statement] : [statement, request]) await side()
  }
  const records = Math.round(found / (warmUp + questions))
  const figure = (share: number, bar: boolean): Figure => {
    const one = quantile(times.slice(warmUp), share)
    const other = quantile(references.slice(warmUp), share)
    const above = one - other
    return {
      work: `GET by ${filter.name}, p${share * 100}`,
      rows,
      records: Math.max(1, records),
      unit: 'ms',
      ours: one,
      reference: other,
      against: 'the same SQL, prepared',
      ...(bar ? { bar: { text: `≤ +${longestOverhead} ms`, met: above <= longestOverhead } } : {}),
      note: `${above >= 0 ? '+' : ''}${above.toFixed(2)} ms, ${records} rows`,
    }
  }
  return [figure(0.5, true), figure(0.95, false)]
}

/** Ten clients at once, each side three times in turn. */
async function throughput(
  { installation: { authorization, databaseUrl }, rows, rounds }: Setting,
  filter: Filter,
  service: RunningService,
): Promise<Figure> {
  const turns = Array.from({ length: 200 }, (_, turn) => turn)
  const shared = { connections, seconds }
  const paths = turns.map((turn) => pathOf(filter, turn))
  const values = turns.map((turn) => filter.question(turn).values)
  const rates: number[] = []
  const references: number[] = []
  /** Milliseconds of the service's processor time per request: tells what it could do on a processor of its own. */
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = await processorTime(service.pid)
    const http = await runLoad({ ...shared, kind: 'http', url: service.url, authorization, paths })
    const ended = await processorTime(service.pid)
    if (begun !== undefined && ended !== undefined) {
      costs.push((1000 * (ended - begun)) / (http.perSecond * seconds))
    }
    const sql = await runLoad({ ...shared, kind: 'sql', databaseUrl, text: filter.sql, values })
    rates.push(http.perSecond)
    references.push(sql.perSecond)
  }
  const rate = median(rates)
  return {
    work: `GET by ${filter.name}, ${connections} clients`,
    rows,
    records: 1,
    unit: 'req/s',
    ours: rate,
    reference: median(references),
    against: `the same SQL, prepared, on ${connections} connections`,
    bar: { text: `≥ ${leastPerSecond} req/s`, met: rate >= leastPerSecond },
    ...(costs.length === 0 ? {} : { note: `${median(costs).toFixed(2)} ms CPU of the service each` }),
  }
}
