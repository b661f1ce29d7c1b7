/**
 * Plans late sales orders again that edits can make earlier: those that use supply which is now earlier or larger, and
 * those that use a resource with other capacity. A sales order keeps its orders unless it becomes earlier than it would
 * be if it were planned again without the edits, and no other sales order becomes later.
 */
import type { PlannerInput } from '../input.ts'
import { latenessOf } from '../lateness.ts'
import type { Buffer, Demand } from '../network/nodes.ts'
import { finish, type Steps } from '../pauses.ts'
import type { Delivery } from '../search/delivery.ts'
import type { Order } from '../search/plan.ts'
import { byUrgency } from '../search/sequences.ts'
import { deliverTogether } from '../search/deliver-together.ts'
import { never } from '../time.ts'
import { Edit } from './edit.ts'
import { explainLateOf } from './explain-worse.ts'
import { deliverOne, finishRepair, type RepairOptions } from './repair-demands.ts'
import type { LiveState } from './state.ts'
import { takeDemand } from './taken.ts'

/** Maximum number of orders placed for all sales orders together. */
const mostPlaced = 10_000
/** Share of the lateness that a sales order must lose at least. */
const leastShare = 1e-3

/** Lateness of sales orders if each is planned again without edits, by the name of the first of its lines. */
export class LatenessAlone {
  readonly #found = new Map<string, number>()

  has(name: string): boolean {
    return this.#found.has(name)
  }

  get(name: string): number | undefined {
    return this.#found.get(name)
  }

  /** Forgets all, for a plan that has changed. */
  clear(): void {
    this.#found.clear()
  }

  /** Plans sales orders again in a plan without edits, which stays as it is. */
  find(state: LiveState, names: Iterable<string>): void {
    for (const name of names) this.#found.set(name, latenessAlone(state, name))
  }
}

interface Advanced {
  /** Sales orders that are earlier, by the first of their lines. */
  readonly earlier: readonly Demand[]
  /** All that were planned again for them. */
  readonly changed: ReadonlySet<Demand>
}

/** Plans the given sales orders again by urgency. */
function* advanceLate(edit: Edit, demands: Iterable<Demand>, alone: LatenessAlone): Steps<Advanced> {
  const { plan } = edit.state
  const until = plan.placed + mostPlaced
  const earlier: Demand[] = []
  const changed = new Set<Demand>()
  const done = new Set<Demand>()
  for (const demand of [...demands].toSorted(byUrgency)) {
    if (plan.placed > until) break
    if (done.has(demand)) continue
    const lines = edit.state.linesOf(demand)
    for (const line of lines) done.add(line)
    yield
    const first = lines[0] ?? demand
    const before = latenessOf(deliveriesOf(edit.state, lines))
    const mark = edit.mark()
    const released = new Set(lines)
    const after = yield* deliverLines(edit, lines, released)
    const most = Math.min(before, alone.get(first.name) ?? before)
    if (latenessOf(after) <= most * (1 - leastShare)) {
      for (const delivery of after) edit.setDelivery(delivery.demand.name, delivery)
      for (const one of released) changed.add(one)
      earlier.push(first)
    } else edit.undoTo(mark)
  }
  return { earlier, changed }
}

/** Returns the lateness of a sales order with its lines after it is planned again; the plan stays as it is. */
function latenessAlone(state: LiveState, name: string): number {
  const demand = state.demands.get(name)
  if (demand === undefined) return never
  const lines = state.linesOf(demand)
  const before = latenessOf(deliveriesOf(state, lines))
  const edit = new Edit(state)
  try {
    return Math.min(before, latenessOf(finish(deliverLines(edit, lines, new Set(lines)))))
  } finally {
    edit.rollback()
  }
}

function* deliverLines(
  edit: Edit,
  lines: readonly Demand[],
  released: Set<Demand>,
): Steps<readonly Delivery[]> {
  const former = new Map(
    lines.map((demand) => {
      const delivery = edit.state.deliveries.get(demand.name)
      return [demand.name, { demand, delivery, ...takeDemand(edit, demand) }] as const
    }),
  )
  for (const { name } of lines) edit.setDelivery(name, undefined)
  const [first] = lines
  return first === undefined || lines.length > 1
    ? edit.append(() => deliverTogether(edit.state.search, lines))
    : [yield* deliverOne(edit, first, { released, displace: false, former })]
}

const deliveriesOf = ({ deliveries }: LiveState, demands: readonly Demand[]): readonly Delivery[] =>
  demands.flatMap(({ name }) => deliveries.get(name) ?? [])

/** What sales orders that become earlier are compared with and told. */
interface AdvanceOptions extends Pick<RepairOptions, 'explain'> {
  /** Names of the sales orders that were planned for the edits or wait for changed orders. */
  readonly kept: ReadonlySet<string>
  readonly alone: LatenessAlone
}

/**
 * Plans late sales orders again, except those that are kept. Returns the names of those that seem earlier, and leaves the
 * plan as it is, if their lateness without the edits is not known yet.
 */
export function* advanceOthers(
  edit: Edit,
  late: readonly Demand[],
  { kept, alone, explain }: AdvanceOptions,
): Steps<readonly string[]> {
  const mark = edit.mark()
  const others = late.filter(({ name }) => !kept.has(name))
  const { earlier, changed } = yield* advanceLate(edit, others, alone)
  const unknown = earlier.map(({ name }) => name).filter((name) => !alone.has(name))
  if (unknown.length > 0) {
    edit.undoTo(mark)
    return unknown
  }
  if (changed.size === 0) return []
  finishRepair(edit, changed)
  // Only a plan that is stored shows why they are still late.
  if (explain === 'all')
    explainLateOf(
      edit,
      [...changed].map(({ name }) => name),
    )
  return []
}

/** Supply of orders that were taken out or added. */
export interface Supply {
  readonly taken: readonly Order[]
  readonly added: readonly Order[]
}

/** Returns the late demands that use supply which is earlier or larger than before, directly or through other orders. */
export function lateOfSupply({ index, shipped, deliveries }: LiveState, supply: Supply): readonly Demand[] {
  const buffers = new Set<Buffer>()
  for (const { movements } of supply.added)
    for (const { buffer, quantity } of movements)
      if (quantity > 0 && isMore(buffer, supply)) buffers.add(buffer)
  const found = new Set<Demand>()
  // Iterating a set includes elements that are added meanwhile.
  for (const buffer of buffers)
    for (const order of index.moving(buffer)) {
      const isUser = order.movements.some((one) => one.buffer === buffer && one.quantity < 0)
      if (!isUser) continue
      for (const { buffer: supplied, quantity } of order.movements) if (quantity > 0) buffers.add(supplied)
      const demand = shipped.get(order) ?? order.demand
      const delivery = demand === undefined ? undefined : deliveries.get(demand.name)
      if (delivery !== undefined && delivery.demand === demand && latenessOf([delivery]) > 0)
        found.add(demand)
    }
  return [...found]
}

/** Returns whether more of a buffer has been supplied at some time than before. */
function isMore(buffer: Buffer, { taken, added }: Supply): boolean {
  const changes = [
    ...movementsTo(buffer, taken).map(({ date, quantity }) => ({ date, quantity: -quantity })),
    ...movementsTo(buffer, added),
  ].toSorted((a, b) => a.date - b.date)
  let more = 0
  return changes.some(({ date, quantity }, at) => {
    more += quantity
    return more > slight && changes[at + 1]?.date !== date
  })
}

const movementsTo = (buffer: Buffer, orders: readonly Order[]) =>
  orders.flatMap(({ movements }) => movements.filter((one) => one.buffer === buffer))

/** Smaller quantities are ignored. */
const slight = 1e-6

/**
 * Returns the late demands for whose orders a resource is used that has other rows or calendars in the edited data;
 * all late demands if more than resources and calendars was edited.
 */
export function lateOfTables(
  state: LiveState,
  before: PlannerInput,
  tables: ReadonlySet<keyof PlannerInput>,
): readonly Demand[] {
  const late = [...state.deliveries.values()]
    .filter((delivery) => latenessOf([delivery]) > 0)
    .map(({ demand }) => demand)
  if ([...tables].some((table) => table !== 'resources' && table !== 'calendars')) return late
  const isChanged = changedResources(before, state.input)
  return late.filter((demand) =>
    [...state.index.ofDemand(demand)].some(({ uses }) =>
      uses.some(({ resource }) => isChanged(resource.name)),
    ),
  )
}

/** Returns a function that returns whether the row or a calendar of a resource differs. */
function changedResources(before: PlannerInput, after: PlannerInput): (name: string) => boolean {
  const calendars = new Set([...different(before.calendars, after.calendars)].map(({ name }) => name))
  const rows = new Map(after.resources.map((row) => [row.name, row]))
  const changed = new Set([...different(before.resources, after.resources)].map(({ name }) => name))
  const places = new Map(after.locations.map(({ name, available }) => [name, available]))
  return (name) => {
    const row = rows.get(name)
    const used = [
      row?.available,
      row?.maximum_calendar,
      row?.efficiency_calendar,
      places.get(row?.location ?? ''),
    ]
    return changed.has(name) || used.some((calendar) => calendar != null && calendars.has(calendar))
  }
}

function different<Row>(before: readonly Row[], after: readonly Row[]): ReadonlySet<Row> {
  const known = new Set(before)
  return new Set(after.filter((row) => !known.has(row)))
}
