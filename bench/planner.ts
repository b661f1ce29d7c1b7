/**
 * Benchmark of plans of generated models, compared with another engine on the same models; also of loading and
 * storing plans.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import {
  anchor,
  anchorSource,
  changedLimit,
  databaseLimit,
  growthLimit,
  latenessLimits,
  limits,
  ordersLimit,
  resultsLimit,
} from './planner/anchor.ts'
import { shopFigures } from './planner/shop-figures.ts'
import type { Kind } from './planner/model.ts'
import { planStored, type StoredAnswer } from './planner/stored.ts'
import type { SolveAnswer, SolveParts, SolveRequest } from './planner/solve-process.ts'
import { taskNodeOptions } from '../src/tasks/runner/child-process.ts'
import { atMostTimes, type Figure, median, memoryAtMost } from './support/figures.ts'
import type { BenchOptions } from './support/options.ts'

const kinds: readonly (readonly [kind: Kind, work: string])[] = [
  ['usual', 'plan'],
  ['scarce', 'plan, few resources'],
  ['unconstrained', 'plan, no constraints'],
]

type Report = (message: string) => void

export async function benchPlanner(
  { sizes, only, rounds }: BenchOptions,
  report: Report,
): Promise<readonly Figure[]> {
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name)
  const figures: Figure[] = []
  for (const [kind, work] of kinds) {
    if (!wanted(kind)) continue
    const times = new Map<number, number>()
    for (const demands of sizes) {
      const answers: SolveAnswer[] = []
      for (let round = 0; round < rounds; round += 1) answers.push(await solveApart({ demands, kind }))
      const measured = figuresOf(work, kind, demands, answers)
      figures.push(...measured)
      times.set(demands, measured[0]!.ours)
      report(`${work}, ${demands.toLocaleString('en')} demands: ${Math.round(measured[0]!.ours)} ms`)
    }
    figures.push(...growthOf(work, kind, times))
  }
  if (wanted('job-shops')) figures.push(...(await shopFigures(report)))
  if (wanted('stored')) {
    for (const demands of sizes) figures.push(...(await storedFigures(demands, rounds, report)))
  }
  return figures
}

/** Plans in a fresh process. */
async function solveApart(request: SolveRequest): Promise<SolveAnswer> {
  const child = fork(join(import.meta.dirname, 'planner/solve-process.ts'), {
    execArgv: [...taskNodeOptions(), '--max-old-space-size=4096'],
  })
  const answered = Promise.withResolvers<SolveAnswer>()
  child.once('message', (answer: SolveAnswer) => answered.resolve(answer))
  child.once('exit', (code) => answered.reject(new Error(`Planning ended with exit code ${String(code)}.`)))
  child.send(request)
  return answered.promise
}

const solving = ({ parts: { network, demands, stock } }: SolveAnswer): number => network + demands + stock

function figuresOf(
  work: string,
  kind: Kind,
  rows: number,
  answers: readonly SolveAnswer[],
): readonly Figure[] {
  const times = answers.map(solving)
  const ours = median(times)
  const known = anchor[kind][rows]
  const limit = limits[kind][rows]
  const memory = Math.max(...answers.map((answer) => answer.memory ?? 0))
  const first = answers[0]!
  const figures: Figure[] = [
    {
      work,
      rows,
      records: rows,
      unit: 'ms',
      ours,
      ...(known === undefined ? {} : { reference: known.solve, against: anchorSource }),
      ...(limit === undefined
        ? {}
        : { bar: { text: `≤ ${limit.solve.toLocaleString('en')} ms`, met: ours <= limit.solve } }),
      ...(memory === 0 ? {} : { memory }),
      ...(limit?.memory === undefined ? {} : memoryAtMost(limit.memory, memory)),
      note: `${spread(times)}; ${partsOf(answers)}`,
    },
    resultsFigure(work, rows, answers),
  ]
  if (kind !== 'unconstrained') figures.push(latenessFigure(work, kind, rows, first))
  figures.push({
    work: `${work}: orders`,
    rows,
    records: rows,
    unit: 'orders',
    ours: first.orders,
    ...(known?.orders === undefined
      ? {}
      : {
          reference: known.orders,
          against: anchorSource,
          bar: atMostTimes(ordersLimit, first.orders, known.orders),
        }),
  })
  return figures
}

function latenessFigure(work: string, kind: Kind, rows: number, answer: SolveAnswer): Figure {
  const reference = anchor[kind][rows]?.lateness
  return {
    work: `${work}: lateness`,
    rows,
    records: rows,
    unit: 'quantity-days',
    ours: answer.lateness,
    ...(reference === undefined
      ? {}
      : {
          reference,
          against: anchorSource,
          bar: atMostTimes(latenessLimits[kind], answer.lateness, reference),
        }),
    note: `${answer.inTime.toLocaleString('en')} demands in time; any plan has at least ${Math.round(answer.leastLateness).toLocaleString('en')}`,
  }
}

function resultsFigure(work: string, rows: number, answers: readonly SolveAnswer[]): Figure {
  const ours = median(answers.map(({ results }) => results))
  const reference = median(answers.map(solving))
  const memory = Math.max(...answers.map((answer) => answer.memoryOfResults ?? 0))
  return {
    work: `${work}: tell it as rows`,
    rows,
    records: answers[0]!.rows,
    unit: 'ms',
    ours,
    reference,
    against: 'solving, same run',
    bar: atMostTimes(resultsLimit, ours, reference),
    ...(memory === 0 ? {} : { memory }),
    note: `${answers[0]!.rows.toLocaleString('en')} rows`,
  }
}

const spread = (times: readonly number[]): string =>
  `${Math.round(Math.min(...times)).toLocaleString('en')} to ${Math.round(Math.max(...times)).toLocaleString('en')} ms`

/** Returns the duration of each part as text. */
function partsOf(answers: readonly SolveAnswer[]): string {
  const part = (name: keyof SolveParts): string =>
    `${name} ${Math.round(median(answers.map(({ parts }) => parts[name]))).toLocaleString('en')}`
  return (['network', 'demands', 'stock'] as const).map((name) => part(name)).join(', ')
}

function growthOf(work: string, kind: Kind, times: ReadonlyMap<number, number>): readonly Figure[] {
  const [small, large] = [times.get(10_000), times.get(100_000)]
  if (small === undefined || large === undefined) return []
  const ours = large / small
  return [
    {
      work: `${work}: growth from 10,000`,
      rows: 100_000,
      records: 100_000,
      unit: '×',
      ours,
      ...(kind === 'usual' ? { bar: { text: `≤ ${growthLimit} ×`, met: ours <= growthLimit } } : {}),
    },
  ]
}

/** Measures a scenario in the database, planned as by the task: the first plan, and plans after small changes. */
async function storedFigures(demands: number, rounds: number, report: Report): Promise<readonly Figure[]> {
  const answers = await planStored(demands, rounds)
  return [
    storedFigure('runplan: load and store', demands, answers['no plan'], databaseLimit, report),
    storedFigure(
      'runplan after 1 % changed: load and store',
      demands,
      answers['a plan, one sales order in a hundred changed since'],
      changedLimit,
      report,
    ),
  ]
}

function storedFigure(
  work: string,
  demands: number,
  answers: readonly StoredAnswer[],
  limit: number,
  report: Report,
): Figure {
  const ours = median(answers.map(({ load, store }) => load + store))
  const reference = median(answers.map(({ solve }) => solve))
  const of = (name: 'load' | 'solve' | 'store'): string =>
    `${name} ${Math.round(median(answers.map((answer) => answer[name]))).toLocaleString('en')} ms`
  const memory = Math.max(...answers.map((answer) => answer.memory ?? 0))
  report(`${work}, ${demands.toLocaleString('en')} demands: ${of('load')}, ${of('solve')}, ${of('store')}`)
  return {
    work,
    rows: demands,
    records: demands,
    unit: 'ms',
    ours,
    reference,
    against: 'solving, same run, time that passes',
    bar: atMostTimes(limit, ours, reference),
    ...(memory === 0 ? {} : { memory }),
    note: `${of('load')}, ${of('solve')}, ${of('store')}; ${worked(answers)}`,
  }
}

const seconds = (values: readonly number[]): string => `${(median(values) / 1000).toFixed(1)} s`

/** Processor time depends less on other load of the machine than elapsed time. */
function worked(answers: readonly StoredAnswer[]): string {
  const servers = answers.flatMap(({ server }) => server ?? [])
  const server = servers.length === 0 ? '' : `, of the server ${seconds(servers)}`
  return `processor time of the process ${seconds(answers.map(({ processor }) => processor))}${server}`
}
