/**
 * The instances of 20 jobs on 15 machines of Taillard, "Benchmarks for Basic Scheduling Problems" (1993), made by his
 * generator from his seeds.
 */
import type { PlannerInput } from '../../src/planner/input.ts'
import { jobShopInput } from './job-shops.ts'

export interface Instance {
  readonly name: string
  readonly input: PlannerInput
  /** Makespan of the best known plan. */
  readonly best: number
}

const [jobs, machines] = [20, 15]

/** Seeds of the durations and of the machines, and the best known makespan. */
const seeds: readonly (readonly [durations: number, machines: number, best: number])[] = [
  [533_484_900, 317_419_073, 1357],
  [1_894_307_698, 1_474_268_163, 1367],
  [874_340_513, 509_669_280, 1342],
  [1_124_986_343, 1_209_573_668, 1345],
  [1_463_788_335, 529_048_107, 1339],
]

/** Returns a function that returns whole numbers from `low` to `high`: the generator of Bratley, Fox and Schrage. */
function numbersFrom(seed: number): (low: number, high: number) => number {
  const modulus = 2 ** 31 - 1
  let state = seed
  return (low, high) => {
    state = (16_807 * state) % modulus
    return low + Math.floor((state / modulus) * (high - low + 1))
  }
}

function textOf(durationSeed: number, machineSeed: number): string {
  const [nextDuration, nextMachine] = [numbersFrom(durationSeed), numbersFrom(machineSeed)]
  const durations = Array.from({ length: jobs }, () =>
    Array.from({ length: machines }, () => nextDuration(1, 99)),
  )
  const lines = durations.map((row) => {
    const order = row.map((_, machine) => machine)
    for (let at = 0; at < machines; at += 1) {
      const other = nextMachine(at, machines - 1)
      ;[order[at], order[other]] = [order[other]!, order[at]!]
    }
    return row.map((duration, step) => `${order[step]!} ${duration}`).join(' ')
  })
  return [`${jobs} ${machines}`, ...lines].join('\n')
}

/** Returns the first instances of the set, ta11 to ta15. */
export function taillardShops(): readonly Instance[] {
  return seeds.map(([durationSeed, machineSeed, best], at) => ({
    name: `ta${11 + at}`,
    input: jobShopInput(textOf(durationSeed, machineSeed), best),
    best,
  }))
}
