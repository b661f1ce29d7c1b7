/**
 * The combinations of resources that an operation can run on: one load of each group, by preference, with their
 * common open time. A group that is not required at all times may be left out. Computed once per operation.
 */
import type { Combination, Load, LoadGroup, Need, Operation, Resource } from './nodes.ts'
import type { WorkingTime } from '../calendar/working-time.ts'
import { never, type Seconds } from '../time.ts'
import type { Calendars } from './calendars.ts'

/** Maximum number of combinations of the same requirements, unless one of them has more alternatives. */
const mostCombinations = 64

export function combinationsOf(calendars: Calendars, operation: Operation): readonly Combination[] {
  operation.combinations ??=
    operation.loads.length === 0
      ? [{ loads: [], omitted: [], work: operation.work, always: true, speed: 100 }]
      : choices(operation.loads).map((choice) => combine(calendars, operation, choice))
  return operation.combinations
}

/** Returns whether a load is required at a date; outside its effective dates, the work is done without it. */
export const isNeededAt =
  (date: Seconds) =>
  ({ neededStart, neededEnd }: Need): boolean =>
    date >= neededStart && date < neededEnd

/** Returns when a group is required, be it that no resource can perform it. */
const needsOf = ({ loads, fault }: LoadGroup): readonly Need[] => fault?.needed ?? loads

/** Returns whether an order that starts at a date can run on a combination. */
export const isPossibleAt = ({ always, loads, omitted }: Combination, date: Seconds): boolean =>
  always ||
  (loads.every(({ effectiveStart, effectiveEnd }) => date >= effectiveStart && date < effectiveEnd) &&
    !omitted.some((group) => needsOf(group).some(isNeededAt(date))))

/** Returns the first start at a date or later with which a combination is possible; `never` if there is none. */
export function possibleFrom(combination: Combination, date: Seconds): Seconds {
  let from = date
  while (from !== never && !isPossibleAt(combination, from)) {
    let next = never
    for (const begin of [
      ...combination.loads.map(({ effectiveStart }) => effectiveStart),
      ...combination.omitted.flatMap(needsOf).map(({ neededEnd }) => neededEnd),
    ])
      if (begin > from) next = Math.min(next, begin)
    from = next
  }
  return from
}

/**
 * Returns the end, not included, of the last starts before a date with which a combination is possible; `-never` if
 * there are none. Expects that it is not possible at the date itself.
 */
export function possibleUntil(combination: Combination, date: Seconds): Seconds {
  let last = -never
  for (const end of [
    ...combination.loads.map(({ effectiveEnd }) => effectiveEnd),
    ...combination.omitted.flatMap(needsOf).map(({ neededStart }) => neededStart),
  ])
    if (end <= date && end > last && isPossibleAt(combination, end - 1)) last = end
  return last
}

type Choice = Pick<Combination, 'loads' | 'omitted'>

/**
 * Returns one load of each group that is required, for each set of groups that are required together at some time; the
 * sets that omit the fewest come first. Groups that no resource can perform are in none of them.
 */
function choices(groups: readonly LoadGroup[]): readonly Choice[] {
  const sets = new Map<string, readonly LoadGroup[]>()
  for (const date of new Set(groups.flatMap((group) => [-never, ...needsOf(group).flatMap(changesOf)]))) {
    if (date === never) continue
    const omitted = groups.filter((group) => !needsOf(group).some(isNeededAt(date)))
    if (groups.some((group) => group.loads.length === 0 && !omitted.includes(group))) continue
    sets.set(omitted.map((group) => groups.indexOf(group)).join(), omitted)
  }
  return [...sets.values()]
    .toSorted((a, b) => a.length - b.length)
    .flatMap((omitted) =>
      selections(partsOf(groups.filter((group) => !omitted.includes(group)))).map((loads) => ({
        loads,
        omitted,
      })),
    )
}

const changesOf = ({ neededStart, neededEnd }: Need): readonly Seconds[] => [neededStart, neededEnd]

/**
 * Returns selections of one alternative of each part; the last part varies first. Of more than the maximum number, those
 * that have each alternative once are kept, so that no resource stays without work.
 */
function selections(parts: readonly Part[]): readonly (readonly Load[])[] {
  const longest = parts.reduce((most, { length }) => Math.max(most, length), 1)
  const kept = new Map<string, readonly number[]>()
  const keep = (choice: readonly number[]): void => void kept.set(choice.join(), choice)
  const total = parts.reduce((product, { length }) => product * length, 1)
  if (total > mostCombinations)
    for (let round = 0; round < longest; round += 1) keep(parts.map(({ length }) => round % length))
  const choice = parts.map(() => 0)
  while (kept.size < Math.max(mostCombinations, longest)) {
    keep([...choice])
    let place = parts.length - 1
    while (place >= 0 && (choice[place]! += 1) === parts[place]!.length) choice[place--] = 0
    if (place < 0) break
  }
  return [...kept.values()]
    .toSorted(byPlaces)
    .map((selected) => parts.flatMap((options, index) => options[selected[index]!]!))
}

function byPlaces(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, index) => value !== b[index])
  return place < 0 ? 0 : a[place]! - b[place]!
}

/** The alternatives of a group, or of groups that share a pool. */
type Part = readonly (readonly Load[])[]

function partsOf(groups: readonly LoadGroup[]): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < groups.length;) {
    const { pool, loads } = groups[at]!
    const count = pool === undefined ? 1 : groups.filter((group) => group.pool === pool).length
    parts.push(count === 1 ? loads.map((load) => [load]) : membersOf(groups.slice(at, at + count)))
    at += count
  }
  return parts
}

/** Assigns different members to each group: sets without a common member first, so that they can work in parallel. */
function membersOf(groups: readonly LoadGroup[]): readonly (readonly Load[])[] {
  const count = groups.length
  const size = groups[0]!.loads.length
  const sets: (readonly number[])[] = []
  const known = new Set<string>()
  const add = (members: readonly number[]): void => {
    const key = members.join()
    if (!known.has(key)) sets.push(members)
    known.add(key)
  }
  for (let first = 0; first + count <= size; first += count) add(groups.map((_, index) => first + index))
  const members = groups.map((_, index) => index)
  while (sets.length < mostCombinations) {
    add([...members])
    const place = members.findLastIndex((member, index) => member < size - count + index)
    if (place < 0) break
    members[place]! += 1
    for (let next = place + 1; next < count; next += 1) members[next] = members[next - 1]! + 1
  }
  return sets.map((set) => set.map((member, index) => groups[index]!.loads[member]!))
}

/** Returns the common open time of the operation, its location and some resources. */
export function workOn(
  { calendars }: { readonly calendars: Calendars },
  operation: Operation,
  loads: readonly { readonly resource: Resource }[],
): WorkingTime {
  if (loads.every(({ resource }) => resource.calendars.length === 0)) return operation.work
  const known = operation.combinations?.[0]
  if (known?.loads.length === loads.length) {
    if (loads.every(({ resource }, index) => resource === known.loads[index]!.resource)) return known.work
  }
  const closed = loads.flatMap(({ resource }) => resource.calendars)
  return calendars.work([...operation.calendars, ...closed])
}

function combine(calendars: Calendars, operation: Operation, { loads, omitted }: Choice): Combination {
  const speeds = loads.flatMap(({ resource: { efficiency } }) =>
    typeof efficiency === 'number' ? [efficiency > 0 ? efficiency : 100] : [],
  )
  const isEffective = loads.every((load) => load.effectiveStart === -never && load.effectiveEnd === never)
  return {
    loads,
    omitted,
    work: workOn({ calendars }, operation, loads),
    always: isEffective && omitted.length === 0,
    speed: speeds.length < loads.length ? undefined : loads.length === 0 ? 100 : Math.min(...speeds),
  }
}
