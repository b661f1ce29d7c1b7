/** Plans sales orders anew that are added or changed, takes out those that are deleted, and leaves all others where they are. */
import type { DemandRow, PlannerInput } from '../input.ts'
import type { Demand } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import type { Delivery } from '../search/delivery.ts'
import { deliverTogether } from '../search/deliver-together.ts'
import { byUrgency } from '../search/sequences.ts'
import { deliverDisplacing } from './displace.ts'
import { changedStretch } from './changed-rows.ts'
import type { Edit } from './edit.ts'
import { explainLateOf } from './explain-worse.ts'
import { deliverInRoom } from './make-room.ts'
import { coverChanged, restockChanged } from './refill.ts'
import type { LiveState } from './state.ts'
import { disownOrders, dropUnneeded, releaseDemand } from './release.ts'

export function* repairDemands(
  edit: Edit,
  names: ReadonlySet<string>,
  next: PlannerInput,
  displace: boolean,
): Steps<void> {
  const released = new Set<Demand>()
  const again = withLines(edit, rowsOf(edit.state, next, names), next)
  for (const [name, row] of again) {
    const former = edit.state.demands.get(name)
    if (former !== undefined) {
      releaseDemand(edit, former)
      released.add(former)
    }
    edit.setRow(name, row)
    yield
  }
  const demands: Demand[] = []
  for (const row of again.values()) {
    const demand = row === undefined ? undefined : edit.state.network.demandOf(row, edit.told)
    if (demand !== undefined) demands.push(demand)
  }
  for (const name of again.keys()) edit.setDelivery(name, undefined)
  yield* deliverAll(edit, demands, displace ? released : undefined)
  finishRepair(edit, released)
  explainLateOf(edit, new Set([...released, ...demands].map(({ name }) => name)))
}

/** The passes that come after demands are planned, over what has changed. */
export function finishRepair(edit: Edit, released: ReadonlySet<Demand>): void {
  coverChanged(edit)
  dropUnneeded(edit, released)
  restockChanged(edit)
  for (const demand of released) if (!isPlanned(edit, demand)) disownOrders(edit, demand)
}

const isPlanned = ({ state }: Edit, demand: Demand): boolean => state.demands.get(demand.name) === demand

/**
 * Delivers demands in order of urgency, lines that ship together on one date. With a set of demands that are planned anew
 * they displace less urgent ones, which are added to it.
 */
export function* deliverAll(edit: Edit, demands: readonly Demand[], displaced?: Set<Demand>): Steps<void> {
  const { state } = edit
  const done = new Set<Demand>()
  for (const demand of demands.toSorted(byUrgency)) {
    if (done.has(demand)) continue
    const lines = isTogether(demand) ? demands.filter((other) => isLineOf(demand, other)) : [demand]
    for (const line of lines) done.add(line)
    const deliveries: readonly Delivery[] =
      lines.length > 1
        ? edit.append(() => deliverTogether(state.search, lines))
        : displaced === undefined
          ? [deliverInRoom(edit, demand)]
          : [yield* deliverDisplacing(edit, demand, displaced)]
    for (const delivery of deliveries) edit.setDelivery(delivery.demand.name, delivery)
    yield
  }
}

const isTogether = ({ policy, owner }: Pick<DemandRow, 'policy' | 'owner'>): boolean =>
  policy === 'alltogether' && typeof owner === 'string'

const isLineOf = (demand: Demand, other: Demand): boolean => isTogether(other) && other.owner === demand.owner

/** The rows with those of the lines that ship together with them, before or after. */
function withLines(
  { state }: Edit,
  rows: ReadonlyMap<string, DemandRow | undefined>,
  next: PlannerInput,
): ReadonlyMap<string, DemandRow | undefined> {
  const owners = new Set<string>()
  for (const [name, row] of rows)
    for (const line of [state.demands.get(name), row])
      if (line !== undefined && isTogether(line) && typeof line.owner === 'string') owners.add(line.owner)
  if (owners.size === 0) return rows
  const names = new Set(rows.keys())
  for (const owner of owners) for (const name of state.together.get(owner) ?? []) names.add(name)
  return rowsOf(state, next, names)
}

/** The first row of each name; undefined where there is none. */
export function rowsOf(
  { input, rows: known }: LiveState,
  { demands }: Pick<PlannerInput, 'demands'>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, DemandRow | undefined> {
  const changed = changedStretch(input.demands, demands)
  const rows = new Map<string, DemandRow | undefined>([...names].map((name) => [name, known.get(name)]))
  for (const { name } of changed.before) if (names.has(name)) rows.set(name, undefined)
  for (const row of changed.after)
    if (names.has(row.name) && rows.get(row.name) === undefined) rows.set(row.name, row)
  return rows
}
