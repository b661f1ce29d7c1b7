/**
 * Matches the orders of two plans, so that orders that are kept, moved or resized keep their references. Only orders
 * of the same kind match, and steps only if their owners match. Candidates are preferred in this sequence:
 *
 * 1. the order for the same demand with the same dates and quantity,
 * 2. the nearest order for the same demand,
 * 3. the order with the same dates and quantity for any demand,
 * 4. the nearest order that starts or ends within a week; a step of a matched order may be further away.
 *
 * The effort grows with the number of orders, apart from sorting. The result depends on the orders only.
 */
import { finish, pauses, type Steps } from '../pauses.ts'
import { day } from '../time.ts'

/** Columns by index of the order. */
export interface Matchable {
  readonly count: number
  /** Identity of an order as text; only orders with the same text match. */
  readonly kinds: readonly string[]
  /** Index of the owner of a step; -1 without. */
  readonly owners: Int32Array
  /** The demand that most of the order is for; empty if it is for none. */
  readonly demands: readonly string[]
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly quantities: Float64Array
}

/** Maximum seconds between the dates of matching orders for different demands. */
const near = 7 * day

/** Number of groups between two pauses. */
const groupsTogether = 512

/** Candidates for matches: indexes of the old and of the new plan. */
interface Group {
  readonly before: number[]
  readonly after: number[]
}

/** Returns the index in the old plan for each order of the new one; -1 for new orders. */
export const matchOrders = (before: Matchable, after: Matchable): Int32Array =>
  finish(matchInSteps(before, after))

export function* matchInSteps(before: Matchable, after: Matchable): Steps<Int32Array> {
  const matches = new Int32Array(after.count).fill(-1)
  // Owners come before their steps.
  for (const level of levelsOf(before, after)) {
    const groups = new Map<string, Group>()
    for (const [index, place] of level.before.entries()) {
      if (pauses(index)) yield
      const key = keyOf(before.kinds[place]!, before.owners[place]!)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { before: [place], after: [] })
      else group.before.push(place)
    }
    for (const [index, place] of level.after.entries()) {
      if (pauses(index)) yield
      const owner = after.owners[place]!
      const former = owner < 0 ? -1 : matches[owner]!
      if (owner >= 0 && former < 0) continue
      groups.get(keyOf(after.kinds[place]!, former))?.after.push(place)
    }
    let matched = 0
    for (const group of groups.values()) {
      matched += 1
      if (pauses(matched, groupsTogether)) yield
      if (group.after.length > 0) matchGroup(before, after, group, matches)
    }
  }
  return matches
}

const keyOf = (kind: string, owner: number): string => (owner < 0 ? kind : `${kind}\n${owner}`)

function levelsOf(
  before: Matchable,
  after: Matchable,
): readonly { readonly before: readonly number[]; readonly after: readonly number[] }[] {
  const [former, next] = [placesByDepth(before), placesByDepth(after)]
  return next.map((places, depth) => ({ before: former[depth] ?? [], after: places }))
}

/** Groups orders by depth: nested steps are the deepest. Orders with circular owners are left out. */
function placesByDepth({ count, owners }: Matchable): readonly (readonly number[])[] {
  const levels: number[][] = []
  for (let place = 0; place < count; place += 1) {
    let depth = 0
    for (let owner = owners[place]!; owner >= 0 && depth <= deepest; owner = owners[owner]!) depth += 1
    if (depth > deepest) continue
    while (levels.length <= depth) levels.push([])
    levels[depth]!.push(place)
  }
  return levels
}

/** Maximum depth of nested routings; deeper ones are circular. */
const deepest = 16

function matchGroup(before: Matchable, after: Matchable, group: Group, matches: Int32Array): void {
  const pair = (former: number, next: number): void => {
    matches[next] = former
  }
  const same = (former: number, next: number): number =>
    before.starts[former]! - after.starts[next]! ||
    before.ends[former]! - after.ends[next]! ||
    before.quantities[former]! - after.quantities[next]!
  const demand = (former: number, next: number): number =>
    textOrder(before.demands[former]!, after.demands[next]!)
  const distance = (former: number, next: number): number =>
    Math.abs(before.starts[former]! - after.starts[next]!) +
    Math.abs(before.ends[former]! - after.ends[next]!)
  const isNear = (former: number, next: number): boolean =>
    after.owners[next]! >= 0 ||
    Math.abs(before.starts[former]! - after.starts[next]!) <= near ||
    Math.abs(before.ends[former]! - after.ends[next]!) <= near

  const maySame = (former: number, next: number): boolean =>
    (after.demands[next] !== '' && demand(former, next) === 0) || isNear(former, next)
  if (group.before.length === 1 && group.after.length === 1) {
    const [former, next] = [group.before[0]!, group.after[0]!]
    if (maySame(former, next)) pair(former, next)
    return
  }
  const byDemand = (columns: Matchable) => (a: number, b: number) =>
    textOrder(columns.demands[a]!, columns.demands[b]!) || byDate(columns)(a, b)
  let left = pairEqual(
    sorted(group, byDemand(before), byDemand(after)),
    (former, next) => demand(former, next) || same(former, next),
    pair,
  )
  left = pairRuns(left, demand, (run) => alignNearest(run, distance, maySame, pair))
  left = pairEqual(sorted(left, byDate(before), byDate(after)), same, pair)
  alignNearest(left, distance, isNear, pair)
}

const textOrder = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const byDate =
  ({ starts, ends, quantities }: Matchable) =>
  (a: number, b: number): number =>
    starts[a]! - starts[b]! || ends[a]! - ends[b]! || quantities[a]! - quantities[b]! || a - b

type Order = (a: number, b: number) => number
type Pair = (former: number, next: number) => void

const sorted = ({ before, after }: Group, former: Order, next: Order): Group => ({
  before: before.toSorted(former),
  after: after.toSorted(next),
})

/** Pairs equal elements of two sorted lists; returns the remaining ones, still sorted. */
function pairEqual({ before, after }: Group, compare: Order, pair: Pair): Group {
  const left: Group = { before: [], after: [] }
  let at = 0
  for (const next of after) {
    while (at < before.length && compare(before[at]!, next) < 0) left.before.push(before[at++]!)
    if (at < before.length && compare(before[at]!, next) === 0) pair(before[at++]!, next)
    else left.after.push(next)
  }
  while (at < before.length) left.before.push(before[at++]!)
  return left
}

/** Calls `run` for equal ranges of two sorted lists; returns all elements that remain. */
function pairRuns({ before, after }: Group, compare: Order, run: (group: Group) => Group): Group {
  const left: Group = { before: [], after: [] }
  const leave = (group: Group): void => {
    for (const place of group.before) left.before.push(place)
    for (const place of group.after) left.after.push(place)
  }
  let [at, from] = [0, 0]
  while (from < after.length) {
    const first = after[from]!
    while (at < before.length && compare(before[at]!, first) < 0) left.before.push(before[at++]!)
    const began = at
    while (at < before.length && compare(before[at]!, first) === 0) at += 1
    let until = from
    if (at === began) {
      left.after.push(after[from]!)
      from += 1
      continue
    }
    while (until < after.length && compare(before[began]!, after[until]!) === 0) until += 1
    leave(run({ before: before.slice(began, at), after: after.slice(from, until) }))
    from = until
  }
  while (at < before.length) left.before.push(before[at++]!)
  return left
}

/**
 * Pairs two lists by date: each element of the shorter list with the nearest of the longer one, if the pair is
 * allowed. Returns the remaining elements.
 */
function alignNearest(
  { before, after }: Group,
  distance: (former: number, next: number) => number,
  allowed: (former: number, next: number) => boolean,
  pair: Pair,
): Group {
  const left: Group = { before: [], after: [] }
  let [former, next] = [0, 0]
  while (former < before.length && next < after.length) {
    const surplus = before.length - former - (after.length - next)
    const gap = distance(before[former]!, after[next]!)
    if (surplus > 0 && former + 1 < before.length && distance(before[former + 1]!, after[next]!) < gap) {
      left.before.push(before[former++]!)
    } else if (surplus < 0 && next + 1 < after.length && distance(before[former]!, after[next + 1]!) < gap) {
      left.after.push(after[next++]!)
    } else if (allowed(before[former]!, after[next]!)) pair(before[former++]!, after[next++]!)
    else if (surplus > 0) left.before.push(before[former++]!)
    else if (surplus < 0) left.after.push(after[next++]!)
    else {
      left.before.push(before[former++]!)
      left.after.push(after[next++]!)
    }
  }
  while (former < before.length) left.before.push(before[former++]!)
  while (next < after.length) left.after.push(after[next++]!)
  return left
}
