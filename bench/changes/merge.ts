/**
 * Benchmark of the changes of two scenarios since they diverged: computing the difference, reading its next page, and
 * merging changes of all records.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Client } from 'pg'
import { taskNodeOptions } from '../../src/tasks/runner/child-process.ts'
import { startScenarioWorker } from '../scenarios/scenario-worker.ts'
import { atMostTimes, type Figure, median, megabyte, memoryAtMost, timed } from '../support/figures.ts'
import type { Installation, RunningService } from '../support/installation.ts'
import { readMemory, resetPeak } from '../support/process-figures.ts'
import type { ApplyAnswer } from './apply-process.ts'

/** Number of records that each side changes before the difference is measured. */
const changedRecords = 1_000
const maxDifferenceMs = 2_000
/** Maximum time of a further page in milliseconds: its cost depends only on the page. */
const maxPageMs = 100
/**
 * Maximum time of proposing, and of applying, in relation to changing the records: a million records are merged in
 * minutes.
 */
const maxRatio = 3
const memoryLimit = 256 * megabyte

type Send = (method: string, path: string, body?: unknown) => Promise<string>

interface MergeBench {
  readonly database: Client
  readonly installation: Installation
  readonly service: RunningService
  readonly send: Send
  /** Keys of sales orders. */
  readonly names: readonly string[]
  readonly rounds: number
  readonly settle: () => Promise<void>
}

/** The time of the server to compare both tables, without determining which side has changed. */
const comparison = `SELECT count(*) FROM "scenario1"."demand" a FULL JOIN "default"."demand" b ON a."name" = b."name"
  WHERE ROW(a."item", a."location", a."customer", a."quantity", a."due", a."priority", a."description", a."category")
    IS DISTINCT FROM ROW(b."item", b."location", b."customer", b."quantity", b."due", b."priority", b."description", b."category")`

export async function benchMerge(bench: MergeBench): Promise<readonly Figure[]> {
  const { installation } = bench
  const worker = startScenarioWorker(installation.databaseUrl)
  try {
    await worker.run({ kind: 'copy' })
    await bench.settle()
    return [...(await benchDifference(bench)), ...(await benchWhole(bench))]
  } finally {
    await worker.run({ kind: 'release' })
    worker.stop()
  }
}

async function benchDifference({
  database,
  send,
  names,
  rounds,
  settle,
}: MergeBench): Promise<readonly Figure[]> {
  const differencePath = '/api/scenarios/scenario1/difference/default/?base=ancestor&limit=100'
  const patch = (scenario: '' | '/scenario1', keys: readonly string[], quantity: number): Promise<string> =>
    send(
      'PATCH',
      `${scenario}/api/input/demand/`,
      keys.map((name, index) => ({ name, quantity: quantity + index })),
    )
  await patch('/scenario1', names.slice(0, changedRecords), 1_000_000)
  await patch('', names.slice(-changedRecords), 2_000_000)
  await settle()
  const [found, pages, references]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    // A change invalidates the cached result of the last round.
    await patch('/scenario1', names.slice(0, 1), 3_000_000 + round)
    found.push(await timed(() => send('GET', differencePath)))
    pages.push(await timed(() => send('GET', `${differencePath}&offset=${changedRecords}`)))
    references.push(await timed(() => database.query(comparison)))
  }
  const rows = names.length
  const [ours, page] = [median(found), median(pages)]
  return [
    {
      work: 'three-way difference',
      rows,
      records: 2 * changedRecords,
      unit: 'ms',
      ours,
      reference: median(references),
      against: 'comparing both tables',
      bar: { text: `≤ ${maxDifferenceMs} ms`, met: ours <= maxDifferenceMs },
    },
    {
      work: 'next page of a difference',
      rows,
      records: 100,
      unit: 'ms',
      ours: page,
      reference: ours,
      against: 'the first page',
      bar: { text: `≤ ${maxPageMs} ms`, met: page <= maxPageMs },
    },
  ]
}

interface Measured {
  readonly milliseconds: number
  /** Growth of the memory of the process at the peak, in bytes; undefined if it cannot be measured. */
  readonly memory: number | undefined
  /** All memory of the process at the peak. */
  readonly peak?: number | undefined
}

async function measured(pid: number, action: () => Promise<void>): Promise<Measured> {
  await resetPeak(pid)
  const before = await readMemory(pid)
  const milliseconds = await timed(action)
  const after = await readMemory(pid)
  return { milliseconds, memory: before && after && after.peak - before.now, peak: after?.peak }
}

/** Applies a proposal in a separate process, whose start is not timed. All memory of the process counts. */
async function applyElsewhere(databaseUrl: string, id: number): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'apply-process.ts'), [databaseUrl], {
    execArgv: [...taskNodeOptions()],
  })
  try {
    const { pid } = child
    if (pid === undefined) throw new Error('The process that applies proposals does not start.')
    await once(child, 'message')
    const { milliseconds, peak } = await measured(pid, async () => {
      const told = once(child, 'message')
      child.send(id)
      const [answer]: ApplyAnswer[] = await told
      if (answer?.failure !== undefined) throw new Error(`The merge was not applied: ${answer.failure}`)
    })
    return { milliseconds, memory: peak }
  } finally {
    child.disconnect()
  }
}

async function benchWhole({
  installation,
  service,
  send,
  names,
  settle,
}: MergeBench): Promise<readonly Figure[]> {
  const write = await timed(() =>
    send(
      'PATCH',
      '/scenario1/api/input/demand/',
      names.map((name, index) => ({ name, description: `merged ${index}` })),
    ),
  )
  await settle()
  let id = 0
  const proposed = await measured(service.pid, async () => {
    const made = await send('POST', '/api/scenarios/scenario1/merge/default/', { title: 'bench' })
    id = Number(Object(JSON.parse(made)).proposal)
  })
  const applied = await applyElsewhere(installation.databaseUrl, id)
  const rows = names.length
  const figure = (work: string, { milliseconds, memory }: Measured): Figure => ({
    work,
    rows,
    records: rows,
    unit: 'ms',
    ours: milliseconds,
    reference: write,
    against: 'changing the records',
    bar: atMostTimes(maxRatio, milliseconds, write),
    ...(memory === undefined ? {} : { memory, ...memoryAtMost(memoryLimit, memory) }),
  })
  return [figure('proposing a merge', proposed), figure('applying a merge', applied)]
}
