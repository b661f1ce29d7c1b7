/** Converts resources to the machines of the shop model: their parallel capacity and changeovers. */
import { highestOf } from '../calendar/step-function.ts'
import type { Node } from '../search/steps.ts'
import type { Seconds } from '../time.ts'
import type { Combination, Load, Resource } from '../network/nodes.ts'
import type { Search } from '../search/search.ts'
import type { Machine, Shop } from './shop.ts'

/** A combination of resources for a step. */
export interface Way {
  readonly loads: readonly Load[]
  /** Undefined for orders of several steps, and if some of its resources are not effective at all times. */
  readonly combination: Combination | undefined
}

/** A planned step. */
export interface Draft {
  readonly job: number
  readonly node: Node
  /** Ways in which it can be made, the planned one first. */
  readonly ways: readonly Way[]
  /** Start of its changeover. */
  readonly start: Seconds
  readonly begin: Seconds
  readonly end: Seconds
  /** Number of each predecessor and the delay after it, in seconds. */
  readonly before: readonly (readonly [step: number, lag: number])[]
}

export type Machines = Pick<Shop, 'machines' | 'lanes' | 'useFrom' | 'uses' | 'setup'>

/** Stores lists of numbers consecutively: list `n` is from `from[n]` to `from[n + 1]`. */
export function numbersOf(lists: readonly (readonly number[])[]): {
  readonly from: Int32Array
  readonly numbers: Int32Array
} {
  const from = new Int32Array(lists.length + 1)
  for (const [index, list] of lists.entries()) from[index + 1] = from[index]! + list.length
  return { from, numbers: Int32Array.from(lists.flat()) }
}

export function machinesOf(search: Search, drafts: readonly Draft[]): Machines {
  const demanded = new Map<Resource, Load[]>()
  for (const { ways, begin, end } of drafts) {
    for (const load of ways.flatMap(({ loads }) => loads)) {
      if (!load.resource.constrained || load.resource.buckets !== undefined || begin === end) continue
      const all = demanded.get(load.resource)
      if (all === undefined) demanded.set(load.resource, [load])
      else all.push(load)
    }
  }
  const numbers = new Map<Resource, number>()
  const setups = new Map<Resource, Map<string, number>>()
  const machines: Machine[] = []
  let lanes = 0
  for (const [resource, loads] of demanded) {
    const machine = machineOf(search, resource, loads, lanes)
    if (machine.lanes >= loads.length && machine.setups === 0) continue
    setups.set(resource, setupsOf(search, resource, loads))
    numbers.set(resource, machines.length)
    machines.push(machine)
    lanes += machine.lanes
  }
  const uses = drafts.flatMap(({ ways }) =>
    ways.map(({ loads }) => loads.filter(({ resource }) => numbers.has(resource))),
  )
  const { from, numbers: flat } = numbersOf(
    uses.map((loads) => loads.map(({ resource }) => numbers.get(resource)!)),
  )
  const setup = uses.flatMap((loads) =>
    loads.map((load) => (load.setup === undefined ? -1 : (setups.get(load.resource)!.get(load.setup) ?? -1))),
  )
  return { machines, lanes, useFrom: from, uses: flat, setup: Int32Array.from(setup) }
}

/** Numbers the initial setup and the required ones. */
function setupsOf({ settings }: Search, { setups }: Resource, loads: readonly Load[]): Map<string, number> {
  if (setups === undefined) return new Map()
  const names = new Set([setups.setupAt(settings.current), ...loads.flatMap(({ setup }) => setup ?? [])])
  return new Map([...names].map((name, number) => [name, number]))
}

function machineOf(search: Search, resource: Resource, loads: readonly Load[], firstLane: number): Machine {
  const { matrix, setups, capacity } = resource
  if (setups === undefined || matrix === undefined) {
    const needed = loads.reduce((sum, { quantity }) => sum + quantity, 0) / loads.length
    const most = highestOf(capacity)
    const lanes = needed > 0 ? Math.max(1, Math.floor(most / needed + 1e-6)) : loads.length
    return {
      firstLane,
      lanes: Math.min(lanes, loads.length),
      initial: -1,
      changeover: new Float64Array(0),
      setups: 0,
    }
  }
  const names = [...setupsOf(search, resource, loads).keys()]
  const changeover = Float64Array.from(names.flatMap((from) => names.map((to) => matrix.duration(from, to))))
  return { firstLane, lanes: 1, initial: 0, changeover, setups: names.length }
}
