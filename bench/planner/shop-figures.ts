/** Figures of sequences in shops of every kind, each against the best known plan, a bound or the optimum. */
import { latenessOf } from '../../src/planner/lateness.ts'
import { objectiveOf } from '../../src/planner/improve/objective.ts'
import type { PlannerInput } from '../../src/planner/input.ts'
import { solve } from '../../src/planner/solve.ts'
import { planSize } from '../../src/planning/run/plan-memory.ts'
import { searchesOf } from '../../src/planning/run/search-threads.ts'
import { solveInTurns } from '../../src/planning/run/solve-in-turns.ts'
import { type Figure, median } from '../support/figures.ts'
import {
  chainedJobShop,
  flexibleJobShop,
  gapOf,
  jobShops,
  knownJobShop,
  levelByLevel,
  mixedJobShop,
} from './job-shops.ts'
import { leastLateness, pressesInput, randomPresses } from './presses.ts'
import { type Instance, taillardShops } from './taillard.ts'

/** Instances of one kind, and the maximum mean gap by the number of seconds for improving. */
interface Family {
  readonly name: string
  readonly against: string
  readonly limits: readonly (readonly [budget: number, limit: number | undefined])[]
  readonly instances: () => readonly Instance[]
}

const known = (make: (input: PlannerInput) => PlannerInput): readonly Instance[] =>
  [...jobShops].map(([name, best]) => ({ name, input: make(knownJobShop(name)), best }))

const flexible = (ways: number): readonly Instance[] =>
  [...jobShops.keys()].map((name) => {
    const { input, bound } = flexibleJobShop(knownJobShop(name), ways)
    return { name, input, best: bound }
  })

const [best, bound] = ['above the best known', 'above a lower bound']

const families: readonly Family[] = [
  {
    name: 'job shop',
    against: best,
    limits: [
      [0, 0.04],
      [5, 0.02],
    ],
    instances: () => known((input) => input),
  },
  {
    name: 'job shop by stock',
    against: best,
    limits: [
      [0, 0.04],
      [5, 0.02],
    ],
    instances: () => known(chainedJobShop),
  },
  {
    name: 'job shop of Taillard',
    against: best,
    limits: [
      [0, undefined],
      [5, 0.04],
    ],
    instances: taillardShops,
  },
  {
    name: 'shop with 2 machines per step',
    against: bound,
    limits: [[0, undefined]],
    instances: () => flexible(2),
  },
  {
    name: 'shop with 3 machines per step',
    against: bound,
    limits: [[0, undefined]],
    instances: () => flexible(3),
  },
]

/** Returns the gap of each instance, and the mean, without and with time for improving the plan. */
export async function shopFigures(report: (message: string) => void): Promise<readonly Figure[]> {
  const gaps: Figure[] = []
  for (const family of families)
    for (const [budget, limit] of family.limits)
      gaps.push(...(await gapFigures(family, budget, limit, report)))
  return [...gaps, mixedFigure(), ...[1, 2].map((presses) => pressesFigure(presses))]
}

async function gapFigures(
  { name: family, against, instances }: Family,
  budget: number,
  limit: number | undefined,
  report: (message: string) => void,
): Promise<readonly Figure[]> {
  const figureOf = (work: string, gap: number): Figure => ({
    work: `${family} ${work}, budget ${budget} s`,
    rows: 1,
    records: 1,
    unit: '%',
    ours: Math.round(10_000 * gap) / 100,
    against,
  })
  const gaps: Figure[] = []
  for (const { name, input, best: least } of instances()) {
    const begun = performance.now()
    const searches = searchesOf(planSize(input), { budget, budgetSteps: 0 })
    const gap = gapOf(await solveInTurns(input, { budget, searches }), least)
    const took = Math.round(performance.now() - begun)
    report(`${family} ${name}, ${budget} s: ${percent(gap)} ${against}, ${took} ms`)
    gaps.push(figureOf(name, gap))
  }
  const mean = gaps.reduce((sum, { ours }) => sum + ours, 0) / gaps.length
  const bar = limit === undefined ? {} : { bar: { text: `≤ ${percent(limit)}`, met: mean <= 100 * limit } }
  return gaps.concat({ ...figureOf('mean', mean / 100), ...bar })
}

/** Returns the weighted lateness of shops with three priorities, as a share of that of planning level by level. */
function mixedFigure(): Figure {
  const shares = [...levelByLevel].map(([name, before]) => {
    const { deliveries } = solve(mixedJobShop(knownJobShop(name)))
    return (100 * objectiveOf(deliveries)) / before
  })
  const ours = median(shares)
  return {
    work: 'job shop with 3 priorities: weighted lateness, median',
    rows: 1,
    records: 1,
    unit: '%',
    ours,
    against: 'of level by level',
    bar: { text: '≤ 75 %, none above 101 %', met: ours <= 75 && Math.max(...shares) <= 101 },
  }
}

/** Number of instances of presses, and of their orders. */
const [instancesOfPresses, ordersOfPresses] = [40, 6]

function pressesFigure(presses: number): Figure {
  let [ours, reference, worst] = [0, 0, 1]
  for (let seed = 1; seed <= instancesOfPresses; seed += 1) {
    const shop = randomPresses(seed, presses, ordersOfPresses)
    const late = latenessOf(solve(pressesInput(shop)).deliveries)
    const least = leastLateness(shop)
    ours += late
    reference += least
    if (late > least) worst = Math.max(worst, late / least)
  }
  return {
    work: `${ordersOfPresses} orders with changeovers on ${presses === 1 ? 'a press' : `${presses} presses`}: lateness`,
    rows: instancesOfPresses,
    records: instancesOfPresses,
    unit: 'quantity-days',
    ours,
    reference,
    against: 'the optimum',
    bar: { text: '≤ 1.1 × each', met: worst <= 1.1 },
    note: `worst ${worst.toFixed(2)} ×`,
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
