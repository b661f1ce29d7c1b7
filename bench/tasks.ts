/**
 * Benchmark of the task system: the latency until a task starts, the throughput of a queue, and the startup cost of a
 * command.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectDatabase } from '../src/database/connect.ts'
import { setScenarioStatus } from '../src/scenarios/registry.ts'
import { createScenarioSchema } from '../src/scenarios/scenario-schema.ts'
import { type BenchQueue, planctl, withQueue } from './tasks/queue.ts'
import { atMostTimes, type Figure, median, quantile } from './support/figures.ts'
import { withInstallation } from './support/installation.ts'
import type { BenchOptions } from './support/options.ts'
import { treeProcessorTime } from './support/process-figures.ts'
import { type ProcessCost, processCost } from './support/process-time.ts'

interface Setting {
  readonly queue: BenchQueue
  /** Number of queued tasks. */
  readonly tasks: number
  readonly rounds: number
  readonly report: (message: string) => void
}

const measurements: Readonly<Record<string, (setting: Setting) => Promise<readonly Figure[]>>> = {
  commands: measureCommands,
  latency: measureLatency,
  drain: measureDrain,
}

const scenarios = ['default', 'scenario1', 'scenario2', 'scenario3'] as const

export async function benchTasks(
  { sizes, only, rounds, profile }: BenchOptions,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  await withInstallation({ profile }, async (installation) => {
    await fillScenarios(installation.databaseUrl)
    await withQueue(installation, async (queue) => {
      for (const tasks of sizes) {
        for (const [name, measure] of Object.entries(measurements)) {
          if (only.length > 0 && !only.includes(name)) continue
          report(name)
          figures.push(...(await measure({ queue, tasks, rounds, report })))
        }
      }
    })
  })
  return figures
}

async function fillScenarios(url: string): Promise<void> {
  const database = connectDatabase({ url, timeZone: 'UTC', poolSize: 1, applicationName: 'bench' })
  try {
    await database.withTransaction(async (client) => {
      for (const name of scenarios.slice(1)) {
        await createScenarioSchema(client, name)
        await setScenarioStatus(client, name, 'In use')
      }
    })
  } finally {
    await database.close()
  }
}

const launches = 30
/** Maximum milliseconds from launch to the first line of the log. */
const latencyLimit = 300
/** Milliseconds until a worker has a new idle process with loaded modules. */
const settlingMs = 3_000

/** Measures in processes that have run such tasks before, and in processes that have not run any. */
async function measureLatency({ queue, tasks }: Setting): Promise<readonly Figure[]> {
  const stop = await queue.startWorker()
  const figures: Figure[] = []
  for (const fresh of [false, true]) {
    const [begun, own]: [number[], number[]] = [[], []]
    for (let launch = 0; launch <= launches; launch += 1) {
      await delay(fresh || launch === 0 ? settlingMs : 50)
      const before = Date.now()
      const task = await queue.ended(await queue.launch('default', fresh))
      const [first = 0, second = 0] = await queue.logTimes(task)
      // The first launch only establishes the measured state.
      if (launch === 0) continue
      begun.push(first - before)
      own.push(second - before)
    }
    for (const [line, times] of [
      ['first line', begun],
      ['first line of its own', own],
    ] as const) {
      const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
      figures.push({
        work: `launch to ${line}, ${fresh ? 'fresh' : 'used'} process, p95`,
        rows: tasks,
        records: 1,
        unit: 'ms',
        ours: p95,
        bar: { text: `≤ ${latencyLimit} ms`, met: p95 <= latencyLimit },
        note: `p50 ${p50} ms, ${times.length} launches`,
      })
    }
  }
  await stop()
  return figures
}

/** Minimum number of tasks per second. */
const drainLimit = 20

async function measureDrain({ queue, tasks, report }: Setting): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const number of [1, scenarios.length]) {
    report(`drain of ${tasks} tasks in ${number} scenarios`)
    const ids: number[] = []
    for (let task = 0; task < tasks; task += 1) {
      ids.push(await queue.launch(scenarios[task % number] ?? 'default'))
    }
    const server = await queue.serverProcess()
    const before = await treeProcessorTime(server)
    const begun = performance.now()
    const stop = await queue.startWorker()
    for (const id of ids) await queue.ended(id)
    const rate = (1000 * tasks) / (performance.now() - begun)
    const [worker, after] = [await treeProcessorTime(stop.pid), await treeProcessorTime(server)]
    await stop()
    const cost = (seconds: number): string => `${((1000 * seconds) / tasks).toFixed(1)} ms`
    const costs =
      worker === undefined || before === undefined || after === undefined
        ? ''
        : `; processor time per task: worker ${cost(worker)}, server ${cost(after - before)}`
    figures.push({
      work: `drain, ${number === 1 ? 'one scenario' : `${number} scenarios`}`,
      rows: tasks,
      records: tasks,
      unit: 'tasks/s',
      ours: rate,
      bar: { text: `≥ ${drainLimit}/s`, met: rate >= drainLimit },
      note: `with the start of the worker${costs}`,
    })
  }
  return figures
}

/** Number of turns of commands and the reference. */
const turns = 15
const commandLimit = 4
/** The Node.js of the installation, which `planctl` runs. */
const node = join(import.meta.dirname, '../node_modules/node/bin/node')

/** Ours and the reference alternate, and the ratio is computed per turn, so that other load of the machine affects both. */
async function measureCommands({ queue, tasks, rounds }: Setting): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  const { PLANCTL_EXTENSIONS: _module, ...plain } = queue.env
  for (const { name, command, env, limit } of [
    { name: '--help', command: '--help', env: plain, limit: commandLimit },
    { name: 'status', command: 'status', env: plain, limit: commandLimit },
    // It imports the module to list its tasks, including the dependencies of modules.
    { name: '--help with a module', command: '--help', env: queue.env, limit: undefined },
  ]) {
    const pairs: (readonly [ours: ProcessCost, reference: ProcessCost])[] = []
    // The first turn fills caches.
    for (let turn = 0; turn <= Math.max(turns, rounds); turn += 1) {
      const reference = await processCost(node, ['-e', '0'], env)
      const ours = await processCost(planctl, [command], env)
      if (turn > 0) pairs.push([ours, reference])
    }
    const code = Math.max(...pairs.map(([ours]) => ours.exitCode))
    for (const [what, cost] of [
      ['', ({ wall }: ProcessCost) => wall],
      [', processor time', ({ processor }: ProcessCost) => processor],
    ] as const) {
      const ratio = median(pairs.map(([ours, reference]) => cost(ours) / cost(reference)))
      const reference = median(pairs.map((pair) => cost(pair[1])))
      figures.push({
        work: `planctl ${name}${what}`,
        rows: tasks,
        records: 1,
        unit: 'ms',
        // The value is chosen so that the ratio in the table is the median of the ratios.
        ours: ratio * reference,
        reference,
        against: 'node -e 0',
        ...(limit === undefined ? {} : { bar: atMostTimes(limit, ratio, 1) }),
        ...(code === 0 ? {} : { note: `it ended with exit code ${code}` }),
      })
    }
  }
  return figures
}
