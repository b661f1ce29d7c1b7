/**
 * The combinations of resources that an operation can run on: one load of each group, by preference, with their
 * common open time. A group that is not required at all times may be left out. Computed once per operation.
 */
import type { Combination, Load, LoadGroup, Operation, Resource } from './nodes.ts'
import type { WorkingTime } from '../calendar/working-time.ts'
import { never, type Seconds } from '../time.ts'
import type { Calendars } from './calendars.ts'

/** Maximum number of combinations. */
const mostCombinations = 32

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
  ({ neededStart, neededEnd }: Load): boolean =>
    date >= neededStart && date < neededEnd

/** Returns whether an order that starts at a date can run on a combination. */
export const isPossibleAt = ({ always, loads, omitted }: Combination, date: Seconds): boolean =>
  always ||
  (loads.every(({ effectiveStart, effectiveEnd }) => date >= effectiveStart && date < effectiveEnd) &&
    !omitted.some((group) => group.loads.some(isNeededAt(date))))

/** Returns the first start at a date or later with which a combination is possible; `never` if there is none. */
export function possibleFrom(combination: Combination, date: Seconds): Seconds {
  let from = date
  while (from !== never && !isPossibleAt(combination, from)) {
    let next = never
    for (const begin of [
      ...combination.loads.map(({ effectiveStart }) => effectiveStart),
      ...combination.omitted.flatMap(({ loads }) => loads.map(({ neededEnd }) => neededEnd)),
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
    ...combination.omitted.flatMap(({ loads }) => loads.map(({ neededStart }) => neededStart)),
  ])
    if (end <= date && end > last && isPossibleAt(combination, end - 1)) last = end
  return last
}

type Choice = Pick<Combination, 'loads' | 'omitted'>

/** Returns one load of each group that is not omitted; the last group varies first. Those that omit nothing come first. */
function choices(groups: readonly LoadGroup[]): readonly Choice[] {
  if (groups.some(({ loads }) => loads.length === 0)) return []
  const parts = partsOf(groups)
  const found: Choice[] = []
  const choice = parts.map(() => 0)
  while (found.length < mostCombinations) {
    found.push({
      loads: parts.flatMap(({ options }, index) => options[choice[index]!]!),
      omitted: parts.flatMap((part, index) =>
        part.options[choice[index]!]!.length === 0 ? part.groups : [],
      ),
    })
    let place = parts.length - 1
    while (place >= 0 && (choice[place]! += 1) === parts[place]!.options.length) choice[place--] = 0
    if (place < 0) break
  }
  return found.toSorted((a, b) => a.omitted.length - b.omitted.length)
}

/** Groups that are chosen for together, with their alternatives; an empty one omits them. */
interface Part {
  readonly groups: readonly LoadGroup[]
  readonly options: readonly (readonly Load[])[]
}

/** Returns the parts of an operation: each group, or groups that share a pool. */
function partsOf(groups: readonly LoadGroup[]): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < groups.length;) {
    const { pool, loads } = groups[at]!
    const count = pool === undefined ? 1 : groups.filter((group) => group.pool === pool).length
    const together = groups.slice(at, at + count)
    const options = count === 1 ? loads.map((load) => [load]) : membersOf(together)
    // The alternative without them is the first: the maximum number of combinations does not cut it off.
    parts.push({ groups: together, options: isAlwaysNeeded(loads) ? options : [[], ...options] })
    at += count
  }
  return parts
}

/** Returns whether the loads of a group require one of them at all times. */
function isAlwaysNeeded(loads: readonly Load[]): boolean {
  let until = -never
  for (const { neededStart, neededEnd } of loads.toSorted((a, b) => a.neededStart - b.neededStart))
    if (neededStart <= until) until = Math.max(until, neededEnd)
  return until === never
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
