/**
 * Benchmark of a large installation: reads of two servers compared with one, PgBouncer compared with a direct address,
 * tasks of four workers, and database connections by number of scenarios.
 */
import { availableParallelism } from 'node:os'
import { encodeBasic } from '../src/auth/credentials/basic-header.ts'
import { registerScenarios } from '../src/scenarios/registry.ts'
import { createScenarioSchema } from '../src/scenarios/scenario-schema.ts'
import { type Platform, startPlatform } from '../test/platform/support/platform.ts'
import { hasPgBouncer } from '../test/platform/support/pgbouncer.ts'
import { goodPassword } from '../test/support/good-password.ts'
import type { ServerProcess } from '../test/support/server-process.ts'
import { until } from '../test/support/wait.ts'
import { type Figure, median } from './support/figures.ts'
import { runLoad } from './support/load.ts'
import type { BenchOptions } from './support/options.ts'

interface Setting {
  readonly platform: Platform
  readonly rows: number
  readonly rounds: number
}

const authorization = encodeBasic({ name: 'admin', password: goodPassword })
const seconds = 5
const connections = 16
/** The primary answers all reads, so that both sides of a comparison use the same server. */
const withoutReplica = { DATABASE_READ_URL: '' }

const measurements: Readonly<Record<string, (setting: Setting) => Promise<readonly Figure[]>>> = {
  reads: measureReads,
  pooler: measurePooler,
  tasks: measureTasks,
  scenarios: measureScenarios,
}

export async function benchPlatform(
  { sizes, only, rounds }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  if (!hasPgBouncer) throw new Error('The benchmark needs pgbouncer (apt-get install pgbouncer).')
  const figures: Figure[] = []
  for (const rows of sizes) {
    await using platform = await startPlatform()
    await platform.database.query({
      text: `INSERT INTO "default"."item" ("name", "cost") SELECT 'item ' || n, n FROM generate_series(1, $1::integer) n`,
      values: [rows],
    })
    for (const [name, measure] of Object.entries(measurements)) {
      if (only.length > 0 && !only.includes(name)) continue
      report(name)
      figures.push(...(await measure({ platform, rows, rounds })))
    }
  }
  return figures
}

/** Returns the number of lists of 100 records per second that some servers serve together. */
async function readRate(servers: readonly ServerProcess[], rows: number): Promise<number> {
  const paths = Array.from(
    { length: 50 },
    (_, index) => `/api/input/item/?limit=100&cost__gte=${Math.floor((index * rows) / 50)}`,
  )
  const results = await Promise.all(
    servers.map(({ url }) =>
      runLoad({
        kind: 'http',
        url,
        authorization,
        paths,
        connections: connections / servers.length,
        seconds,
      }),
    ),
  )
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
}

/** Measures two rates in turn, after a turn that fills caches. Returns the medians. */
async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ readonly ours: number; readonly reference: number }> {
  const measured = { ours: [] as number[], reference: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await ours(), await reference()]
    if (round === 0) continue
    measured.ours.push(one)
    measured.reference.push(other)
  }
  return { ours: median(measured.ours), reference: median(measured.reference) }
}

async function measureReads({ platform, rows, rounds }: Setting): Promise<readonly Figure[]> {
  const [one, two] = [
    await platform.startServer({ settings: withoutReplica }),
    await platform.startServer({ settings: withoutReplica }),
  ]
  const { ours, reference } = await inTurn(
    rounds,
    () => readRate([one, two], rows),
    () => readRate([one], rows),
  )
  await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')])
  return [
    {
      work: 'lists of two servers',
      rows,
      records: 100,
      unit: 'req/s',
      ours,
      reference,
      against: 'one server',
      bar: { text: '≥ 1.8 ×', met: ours >= 1.8 * reference },
      note: `${availableParallelism()} processors for servers, database and load; the bar needs six`,
    },
  ]
}

async function measurePooler({ platform, rows, rounds }: Setting): Promise<readonly Figure[]> {
  const [pooled, plain] = [
    await platform.startServer({ settings: withoutReplica }),
    await platform.startServer({ settings: { ...withoutReplica, ...withoutPooler(platform) } }),
  ]
  const { ours, reference } = await inTurn(
    rounds,
    () => readRate([pooled], rows),
    () => readRate([plain], rows),
  )
  await Promise.all([pooled.end('SIGTERM'), plain.end('SIGTERM')])
  return [
    {
      work: 'lists through PgBouncer',
      rows,
      records: 100,
      unit: 'req/s',
      ours,
      reference,
      against: 'the same server with a direct address',
      bar: { text: '≥ 0.9 ×', met: ours >= 0.9 * reference },
    },
  ]
}

const taskCount = 100

/** Launches tasks at two servers; every task must be run exactly once by one of four workers. */
async function measureTasks({ platform, rows }: Setting): Promise<readonly Figure[]> {
  const servers = [await platform.startServer(), await platform.startServer()]
  for (let index = 0; index < taskCount; index += 1) {
    const path = '/execute/api/createbuckets/?start=2027-01-01&end=2027-02-01'
    const { status, text } = await servers[index % 2]!.request('POST', path)
    if (status !== 200) throw new Error(text)
  }
  const begun = performance.now()
  const workers = await Promise.all(Array.from({ length: 4 }, () => platform.startWorker({ concurrency: 1 })))
  const ended = await until(
    'all tasks to end',
    async () => {
      const { rows: found } = await platform.database.query<{ done: number; open: number }>({
        text: `SELECT count(*) FILTER (WHERE "status" = 'Done')::int AS "done",
          count(*) FILTER (WHERE "finished" IS NULL)::int AS "open" FROM control."task" WHERE "name" = 'createbuckets'`,
      })
      return found[0]?.open === 0 ? found[0] : undefined
    },
    300_000,
  )
  const rate = (1000 * taskCount) / (performance.now() - begun)
  const starts = workers.map((worker) => worker.log().match(/"Task begins"/g)?.length ?? 0)
  const runs = starts.reduce((sum, count) => sum + count, 0)
  await Promise.all([...servers, ...workers].map((each) => each.end('SIGTERM')))
  return [
    {
      work: 'tasks of four workers',
      rows,
      records: taskCount,
      unit: 'tasks/s',
      ours: rate,
      bar: { text: 'each once', met: ended.done === taskCount && runs === taskCount },
      note: `${ended.done} done, ${runs} runs: ${starts.join(' + ')}; one scenario, with the start of the workers`,
    },
  ]
}

const scenarioCount = 10

/** Counts the connections of a server after requests to one scenario and to all. */
async function measureScenarios({ platform, rows }: Setting): Promise<readonly Figure[]> {
  const { database } = platform
  const names = Array.from({ length: scenarioCount }, (_, index) => `plant${index + 1}`)
  await database.withTransaction(async (client) => {
    await registerScenarios(
      client,
      names.map((name) => ({ name, description: '', status: 'In use' })),
    )
    for (const name of names) {
      await createScenarioSchema(client, name)
      await client.query(
        `INSERT INTO control."membership" ("user", "scenario", "is_active", "is_superuser")
         SELECT "id", $1, true, true FROM control."user" WHERE "username" = 'admin'
         ON CONFLICT ("user", "scenario") DO UPDATE SET "is_superuser" = true`,
        [name],
      )
    }
  })
  const server = await platform.startServer({ settings: { ...withoutReplica, ...withoutPooler(platform) } })
  const connectionsAfter = async (scenarios: readonly string[]): Promise<number> => {
    const paths = scenarios.map((name) => `/${name}/api/input/item/?limit=10`)
    await runLoad({ kind: 'http', url: server.url, authorization, paths, connections: 20, seconds: 2 })
    const { rows: found } = await database.query<{ count: number }>({
      text: `SELECT count(*)::int AS "count" FROM pg_stat_activity WHERE application_name LIKE 'planctl%'`,
    })
    return found[0]!.count
  }
  const one = await connectionsAfter(names.slice(0, 1))
  const all = await connectionsAfter(names)
  await server.end('SIGTERM')
  return [
    {
      work: `connections, ${scenarioCount} scenarios`,
      rows,
      records: 1,
      unit: 'connections',
      ours: all,
      reference: one,
      against: 'one scenario',
      bar: { text: '≤ 1 ×', met: all <= one },
    },
  ]
}

const withoutPooler = ({ held }: Platform): Readonly<Record<string, string>> => ({
  DATABASE_URL: held.url,
  DATABASE_DIRECT_URL: '',
})
