/** Benchmark of repeated GETs with changing values: time in comparison with the bare SQL, and requests per second. */
import { type Figure, median, quantile } from '../support/figures.ts'
import { runLoad } from '../support/load.ts'
import type { RunningService } from '../support/installation.ts'
import { processorTime } from '../support/process-figures.ts'
import { demandPath, type Setting, withService } from './setting.ts'

export interface Question {
  readonly name: string
  readonly sql: string
  /** Returns the n-th request: parameters of the URL and of the statement. */
  question(turn: number): {
    readonly params: Readonly<Record<string, string>>
    readonly values: readonly unknown[]
  }
}

const questions = 500
const warmUp = 100
export const connections = 10
export const seconds = 5

const pathOf = (asked: Question, turn: number): string =>
  `${demandPath}?${new URLSearchParams(asked.question(turn).params).toString()}`

/** Numbers of the requests that clients make in turn under load. */
const turns: readonly number[] = Array.from({ length: 200 }, (_, turn) => turn)

/** Returns the addresses that clients request in turn under load. */
export const pathsOf = (asked: Question): readonly string[] => turns.map((turn) => pathOf(asked, turn))

/** The bars of a suite. */
export interface QuestionBars {
  /** Returns the bar for the median, given ours and that of the bare SQL in milliseconds. */
  latency(ours: number, reference: number): { readonly text: string; readonly met: boolean }
  readonly leastPerSecond: number
}

export async function measureQuestions(
  setting: Setting,
  asked: readonly Question[],
  bars: QuestionBars,
): Promise<readonly Figure[]> {
  return withService(setting, async ({ client, service }) => {
    const figures: Figure[] = []
    const get = (path: string): Promise<number> => client.send('GET', path).then(({ total }) => total)
    for (const question of asked) {
      figures.push(...(await latency(setting, question, bars, get)))
      figures.push(await throughput(setting, question, bars, service))
    }
    return figures
  })
}

/** Measures with one client, alternating between the request and the statement. */
async function latency(
  { database, rows }: Setting,
  asked: Question,
  bars: QuestionBars,
  get: (path: string) => Promise<number>,
): Promise<readonly Figure[]> {
  const times: number[] = []
  const references: number[] = []
  let found = 0
  for (let turn = 0; turn < warmUp + questions; turn += 1) {
    const { values } = asked.question(turn)
    const request = async (): Promise<number> => times.push(await get(pathOf(asked, turn)))
    const statement = async (): Promise<number> => {
      const begun = performance.now()
      const { rowCount } = await database.query({ name: asked.name, text: asked.sql, values: [...values] })
      found += rowCount ?? 0
      return references.push(performance.now() - begun)
    }
    // The second one benefits from rows in the processor's cache, so the order alternates.
    for (const side of turn % 2 === 0 ? [request, statement] : [statement, request]) await side()
  }
  const records = Math.round(found / (warmUp + questions))
  const figure = (share: number, bar: boolean): Figure => {
    const one = quantile(times.slice(warmUp), share)
    const other = quantile(references.slice(warmUp), share)
    const above = one - other
    return {
      work: `GET by ${asked.name}, p${share * 100}`,
      rows,
      records: Math.max(1, records),
      unit: 'ms',
      ours: one,
      reference: other,
      against: 'the same SQL, prepared',
      ...(bar ? { bar: bars.latency(one, other) } : {}),
      note: `${above >= 0 ? '+' : ''}${above.toFixed(2)} ms, ${records} rows`,
    }
  }
  return [figure(0.5, true), figure(0.95, false)]
}

/** Measures with ten clients at once, alternating between the service and the reference in each round. */
async function throughput(
  { installation: { authorization, databaseUrl }, rows, rounds }: Setting,
  asked: Question,
  { leastPerSecond }: QuestionBars,
  service: RunningService,
): Promise<Figure> {
  const shared = { connections, seconds }
  const paths = pathsOf(asked)
  const values = turns.map((turn) => asked.question(turn).values)
  const rates: number[] = []
  const references: number[] = []
  /** Processor time of the service per request in milliseconds: shows the throughput on a processor of its own. */
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = await processorTime(service.pid)
    const http = await runLoad({ ...shared, kind: 'http', url: service.url, authorization, paths })
    const ended = await processorTime(service.pid)
    if (begun !== undefined && ended !== undefined) {
      costs.push((1000 * (ended - begun)) / (http.perSecond * seconds))
    }
    const sql = await runLoad({ ...shared, kind: 'sql', databaseUrl, text: asked.sql, values })
    rates.push(http.perSecond)
    references.push(sql.perSecond)
  }
  const rate = median(rates)
  return {
    work: `GET by ${asked.name}, ${connections} clients`,
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
