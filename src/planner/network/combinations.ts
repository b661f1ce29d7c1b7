/**
 * The combinations of resources that an operation can run on: one load of each group, by preference, with their
 * common open time. Computed once per operation.
 */
import type { Combination, Load, LoadGroup, Operation, Resource } from './nodes.ts'
import type { WorkingTime } from '../calendar/working-time.ts'
import { never } from '../time.ts'
import type { Calendars } from './calendars.ts'

const none: readonly Load[] = []

/** Maximum number of combinations. */
const mostCombinations = 32

export function combinationsOf(calendars: Calendars, operation: Operation): readonly Combination[] {
  operation.combinations ??=
    operation.loads.length === 0
      ? [{ loads: none, work: operation.work, always: true, speed: 100 }]
      : choices(operation.loads).map((loads) => combine(calendars, operation, loads))
  return operation.combinations
}

/** Returns one load of each group; the last group varies first. */
function choices(groups: readonly LoadGroup[]): readonly (readonly Load[])[] {
  if (groups.some(({ loads }) => loads.length === 0)) return []
  const parts = partsOf(groups)
  const found: (readonly Load[])[] = []
  const choice = parts.map(() => 0)
  while (found.length < mostCombinations) {
    found.push(parts.flatMap((options, index) => options[choice[index]!]!))
    let place = parts.length - 1
    while (place >= 0 && (choice[place]! += 1) === parts[place]!.length) choice[place--] = 0
    if (place < 0) break
  }
  return found
}

/** Returns the alternatives of each group; groups that share a pool are combined. */
function partsOf(groups: readonly LoadGroup[]): readonly (readonly (readonly Load[])[])[] {
  const parts: (readonly (readonly Load[])[])[] = []
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

function combine(calendars: Calendars, operation: Operation, loads: readonly Load[]): Combination {
  const speeds = loads.flatMap(({ resource: { efficiency } }) =>
    typeof efficiency === 'number' ? [efficiency > 0 ? efficiency : 100] : [],
  )
  return {
    loads,
    work: workOn({ calendars }, operation, loads),
    always: loads.every((load) => load.effectiveStart === -never && load.effectiveEnd === never),
    speed: speeds.length < loads.length ? undefined : Math.min(...speeds),
  }
}
