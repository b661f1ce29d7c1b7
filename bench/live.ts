/** Benchmark of requests to a plan in memory over HTTP, like those of screens and connectors. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { PlannerInput } from '../src/planner/input.ts'
import { fill } from './planner/fill.ts'
import { modelSize, planningModel } from './planner/model.ts'
import { runApart } from './planner/stored.ts'
import { atMostTimes, type Bar, type Figure, median, megabyte, quantile, timed } from './support/figures.ts'
import { type Installation, type RunningService, withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'

type Report = (message: string) => void

export async function benchLive(options: BenchOptions, report: Report): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const demands of options.sizes) figures.push(...(await benchSize(demands, options, report)))
  return figures
}

type Ask = (path: string, body: unknown) => Promise<Readonly<Record<string, unknown>>>

/** Number of sales orders from which a model counts as large, with other bars for promises. */
const large = 100_000

async function benchSize(
  demands: number,
  { only, rounds, profile }: Pick<BenchOptions, 'only' | 'rounds' | 'profile'>,
  report: Report,
): Promise<readonly Figure[]> {
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name)
  const figures: Figure[] = []
  const add = (figure: Pick<Figure, 'work' | 'ours'> & Partial<Figure>): void => {
    const { work, ours, unit } = { unit: 'ms' as const, ...figure }
    report(`${work} at ${demands.toLocaleString('en')} demands: ${ours.toFixed(0)} ${unit}`)
    figures.push({ rows: demands, records: 1, unit, ...figure })
  }
  await withInstallation({ profile }, async (installation) => {
    const model = planningModel(modelSize(demands, 'usual'), 'usual')
    const database = new Client({ connectionString: installation.databaseUrl })
    await database.connect()
    await fill(database, model)
    await database.query('VACUUM ANALYZE')
    await runApart(installation.databaseUrl)
    await database.query('VACUUM ANALYZE')
    // The reference meets the same data as the first question: both read the stored plan.
    const planned = await runApart(installation.databaseUrl)
    const { rows: proposals } = await database.query<{ reference: string; start: string }>(
      `SELECT "reference", to_char("startdate" + interval '3 days', 'YYYY-MM-DD"T"HH24:MI:SS') AS "start"
       FROM "default"."operationplan" WHERE "type" = 'MO' AND "status" = 'proposed' AND "owner" IS NULL
       ORDER BY md5("reference") LIMIT 50`,
    )
    const { rows: late } = await database.query<{ name: string }>(
      `SELECT "name" FROM "default"."demand" WHERE "delay" > interval '0' ORDER BY md5("name") LIMIT ${lateOrders}`,
    )
    await database.end()
    report(`${demands.toLocaleString('en')} demands are planned`)
    const service = await installation.startService()
    const { send, ask } = requester(service, installation)
    // The user has signed in before.
    await send('GET', '/api/me/')
    const cold = await timed(() => ask('trial', { edits: [] }))
    const loading = planned.load + planned.solve
    add({
      work: 'first question',
      ours: cold,
      reference: loading,
      against: 'load and solve of runplan',
      bar: atMostTimes(1.3, cold, loading),
    })
    const edit = sampler(model)
    const accept = async (turn: number): Promise<number> => {
      const { token } = await ask('trial', { edits: [edit.due(turn + 50)] })
      return timed(() => ask('accept', { token }))
    }
    if (wanted('accept')) {
      // A planner reads the answer; meanwhile the loaded plan is compared with the stored one.
      await delay(1000 + demands / 4)
      const first = await accept(-1)
      add({ work: 'first accept after loading', ours: first, bar: atMostMs(300, first) })
    }
    if (wanted('promise')) {
      const times = await repeated(100, (turn) => ask('promise', edit.promise(turn)))
      add({
        work: 'promise, p50',
        ours: median(times),
        bar: atMostMs(demands >= large ? 250 : 20, median(times)),
      })
      const p95 = quantile(times, 0.95)
      add({ work: 'promise, p95', ours: p95, bar: atMostMs(demands >= large ? 250 : 100, p95) })
    }
    if (wanted('trial')) {
      const times = await repeated(50, (turn) => ask('trial', { edits: [edit.due(turn)] }))
      const p95 = quantile(times, 0.95)
      add({ work: 'trial of a due date, p50', ours: median(times) })
      add({ work: 'trial of a due date, p95', ours: p95, bar: atMostMs(100, p95) })
      const seen = await repeated(5, async (turn) => {
        const name = encodeURIComponent(edit.name(turn))
        await send('PATCH', `/api/input/demand/${name}/`, { priority: turn + 1 })
        return timed(() => ask('trial', { edits: [] }))
      })
      add({ work: 'change, then visible to a trial', ours: median(seen), bar: atMostMs(200, median(seen)) })
    }
    if (wanted('drag')) {
      const times = await repeated(proposals.length, (turn) => {
        const { reference, start } = proposals[turn]!
        const fields = { status: 'approved', startdate: start, enddate: null }
        const moved = { entity: 'input.manufacturingorder', action: 'update', key: reference, fields }
        return ask('trial', { edits: [moved] })
      })
      const p95 = quantile(times, 0.95)
      add({ work: 'drag of one order, p50', ours: median(times) })
      add({ work: 'drag of one order, p95', ours: p95, bar: atMostMs(100, p95) })
      const seen = await repeated(5, async (turn) => {
        const { reference, start } = proposals[turn]!
        const path = `/api/input/manufacturingorder/${encodeURIComponent(reference)}/`
        await send('PATCH', path, { status: 'approved', startdate: start, enddate: null })
        return timed(() => ask('trial', { edits: [] }))
      })
      add({
        work: 'order moved, then visible to a trial',
        ours: median(seen),
        bar: atMostMs(200, median(seen)),
      })
    }
    if (wanted('replan')) {
      const replan = (turn: number): Promise<unknown> =>
        ask('trial', { edits: [edit.due(turn)], mode: 'replan' })
      // The bar is for a warm process: the first plan of a process also pays for the compiler of V8.
      await replan(-1)
      const times = await repeated(rounds, replan)
      add({
        work: 'trial that plans anew',
        ours: median(times),
        reference: planned.solve,
        against: 'solving by runplan',
        bar: atMostTimes(1.05, median(times), planned.solve),
      })
    }
    if (wanted('remedies')) {
      const found = await repeatedSearches(late, (demand) => searchTimes(installation, service, demand))
      add({ work: 'first remedy, p50', ours: median(found.first), bar: atMostMs(500, median(found.first)) })
      add({ work: 'all remedies, p50', ours: median(found.all), bar: atMostMs(3_000, median(found.all)) })
      const promises: number[] = []
      for (const { name: demand } of late) {
        const ended = new AbortController()
        const search = ask('remedies', { demand }).finally(() => ended.abort())
        for (let turn = 0; !ended.signal.aborted; turn += 1)
          promises.push(await timed(() => ask('promise', edit.promise(turn))))
        await search
      }
      add({ work: 'promise during a search, p50', ours: median(promises) })
      add({ work: 'promise during a search, p95', ours: quantile(promises, 0.95) })
    }
    if (wanted('accept')) {
      const times = await repeated(rounds, accept)
      add({ work: 'accept a repair', ours: median(times), bar: atMostMs(300, median(times)) })
    }
    const memory = await memoryOfPlan(send)
    if (Number.isFinite(memory)) add({ work: 'memory of the plan', unit: 'MB', ours: memory })
    if (wanted('servers')) {
      const other = await installation.startService()
      for (const figure of await secondServer({ send, ask }, requester(other, installation), edit))
        add(figure)
      await other.stop()
    }
    await service.stop()
  })
  return figures
}

interface Requester {
  /** Sends a request. Throws for any response without a success status. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<string>
  readonly ask: Ask
}

function requester({ url }: RunningService, { authorization }: Installation): Requester {
  const send: Requester['send'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  return { send, ask: async (path, body) => JSON.parse(await send('POST', `/api/plan/${path}/`, body)) }
}

/** Number of late sales orders for which remedies are searched. */
const lateOrders = 20

/** Milliseconds until the first remedy and until the end of a search. */
interface SearchTimes {
  readonly first: number
  readonly all: number
}

/** Searches for remedies of a sales order. The first time is that of the whole search if it finds none. */
async function searchTimes(
  { authorization }: Installation,
  { url }: RunningService,
  demand: string,
): Promise<SearchTimes> {
  const begun = performance.now()
  const response = await fetch(`${url}/api/plan/remedies/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ demand }),
  })
  if (!response.ok || response.body === null)
    throw new Error(`A search was answered with ${response.status}.`)
  let first: number | undefined
  for await (const chunk of response.body) if (chunk.length > 0) first ??= performance.now() - begun
  const all = performance.now() - begun
  return { first: first ?? all, all }
}

async function repeatedSearches(
  late: readonly { readonly name: string }[],
  search: (demand: string) => Promise<SearchTimes>,
): Promise<{ readonly first: readonly number[]; readonly all: readonly number[] }> {
  const times: SearchTimes[] = []
  for (const { name } of late) times.push(await search(name))
  return { first: times.map(({ first }) => first), all: times.map(({ all }) => all) }
}

/** Returns the memory of the plan that a server keeps, in megabytes; NaN if it keeps none. */
async function memoryOfPlan(send: Requester['send']): Promise<number> {
  const text = await send('GET', '/metrics')
  return Number(/^live_plan_memory_bytes (\S+)/m.exec(text)?.[1] ?? 'NaN') / megabyte
}

/**
 * Measures the plan of a second server on the same database. Each server keeps its own: what that costs is a cold start
 * and its memory, once; forwarding would add a request between the servers to each question instead.
 */
async function secondServer(
  first: Requester,
  second: Requester,
  edit: ReturnType<typeof sampler>,
): Promise<readonly (Pick<Figure, 'work' | 'ours'> & Partial<Figure>)[]> {
  const cold = await timed(() => second.ask('trial', { edits: [] }))
  const promises = await repeated(50, (turn) => second.ask('promise', edit.promise(turn)))
  const hops = await repeated(50, () => second.send('GET', '/api/me/'))
  const visible = await repeated(5, async (turn) => {
    const name = encodeURIComponent(edit.name(turn + 10))
    await first.send('PATCH', `/api/input/demand/${name}/`, { priority: turn + 1 })
    return timed(() => second.ask('trial', { edits: [] }))
  })
  const accepted = await repeated(3, async (turn) => {
    const { token } = await first.ask('trial', { edits: [edit.due(turn + 70)] })
    return timed(() => second.ask('accept', { token }))
  })
  return [
    { work: 'first question to a second server', ours: cold },
    { work: 'promise of the second server, p50', ours: median(promises) },
    { work: 'smallest request between servers, p50', ours: median(hops) },
    {
      work: 'change at one server, visible at the other',
      ours: median(visible),
      bar: atMostMs(200, median(visible)),
    },
    {
      work: 'trial of one server, accepted at the other',
      ours: median(accepted),
      bar: atMostMs(300, median(accepted)),
    },
    { work: 'memory of the plan of the second server', unit: 'MB', ours: await memoryOfPlan(second.send) },
  ]
}

const atMostMs = (limit: number, ours: number): Bar => ({ text: `≤ ${limit} ms`, met: ours <= limit })

/** Measures each of the given number of requests, in milliseconds; a request that measures itself returns its time. */
async function repeated(count: number, ask: (turn: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const begun = performance.now()
    const told = await ask(turn)
    times.push(typeof told === 'number' ? told : performance.now() - begun)
  }
  return times
}

const dateText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19)

/** Returns edits of sales orders spread over the whole model, the same in each run. */
function sampler({ demands }: PlannerInput) {
  const demandAt = (turn: number): PlannerInput['demands'][number] =>
    demands[Math.imul(turn + 1, 7_919) % demands.length]!
  return {
    name: (turn: number): string => demandAt(turn).name,
    promise: (turn: number) => {
      const { item, location, quantity, due } = demandAt(turn)
      return { item, location, quantity, due: dateText(due) }
    },
    due: (turn: number) => {
      const { name, due } = demandAt(turn)
      const fields = { due: dateText(due + 3 * 86_400) }
      return { entity: 'input.demand', action: 'update', key: name, fields }
    },
  }
}
