/**
 * Judges a plan by the rows of the model and the tables of the plan alone, without any code of the planner: a
 * reported violation is real, independent of how the planner computed the plan. Violations that existing orders cause
 * by themselves are not reported.
 */
import type { FixtureRow } from './fixture-input.ts'
import { openTimeBy, type OpenTime } from './judge-working-time.ts'
import type { planTables } from './plan-tables.ts'

export type Tables = ReturnType<typeof planTables>
type Fields = Readonly<Record<string, unknown>>
type OrderTable = Tables['operationplan'][number]

const epsilon = 1e-4
const number = (value: unknown, missing = 0): number => (typeof value === 'number' ? value : missing)
const word = (value: unknown): string => (typeof value === 'string' ? value : '')
const seconds = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000

/** Returns the violations of a plan, one line each, starting with the kind. */
export function violationsOf(rows: readonly FixtureRow[], current: string, plan: Tables): readonly string[] {
  const of = (model: string): readonly Fields[] =>
    rows.filter((row) => row.model === `input.${model}`).map(({ fields }) => fields)
  const named = (model: string): ReadonlyMap<unknown, Fields> =>
    new Map(of(model).map((fields) => [fields['name'], fields]))
  const orders = new Map(plan.operationplan.map((order) => [order.reference, order]))
  const operations = named('operation')
  const work = workOf(rows, plan, operations, named('resource'))
  return [
    ...material(plan, orders, of('buffer')),
    ...capacity(plan, orders, named('resource')),
    ...buckets(plan, orders, named('resource'), of('calendarbucket')),
    ...changeovers(
      plan,
      orders,
      named('resource'),
      of('operationresource'),
      of('setuprule'),
      of('suboperation'),
      work,
    ),
    ...times(plan, orders, operations, work, seconds(current)),
    ...lots(plan, operations),
    ...suppliedLots(plan, of('itemsupplier'), seconds(current)),
    ...sequence(plan, orders, operations, of('suboperation'), of('operationdependency')),
    ...products(plan, orders, operations, of('operationmaterial')),
    ...dependencies(plan, of('operationdependency')),
    ...flows(plan, of('operationmaterial')),
    ...loads(plan, of('operationresource'), named('resource'), of('resourceskill')),
    ...deliveries(plan, named('demand')),
  ]
}

/** Returns whether the planner proposed the order. Steps of an existing order count as existing orders. */
const isProposed = (order: OrderTable | undefined): boolean => order?.status === 'proposed' && !order.owned

interface Change {
  readonly at: number
  readonly all: number
  readonly locked: number
}

/** Yields the levels over time, of all orders and of all orders that are not proposed. */
function* levels(changes: readonly Change[]): Generator<Change> {
  const dates = Map.groupBy(changes, ({ at }) => at)
  let [all, locked] = [0, 0]
  for (const at of [...dates.keys()].sort((a, b) => a - b)) {
    for (const change of dates.get(at)!) {
      all += change.all
      locked += change.locked
    }
    yield { at, all, locked }
  }
}

function* material(
  plan: Tables,
  orders: ReadonlyMap<string, OrderTable>,
  buffers: readonly Fields[],
): Generator<string> {
  const infinite = new Set(
    buffers
      .filter(({ type }) => type === 'infinite')
      .map(({ item, location }) => `${word(item)} @ ${word(location)}`),
  )
  for (const [buffer, moves] of Map.groupBy(plan.operationplanmaterial, (move) => move.buffer)) {
    const place = `${moves[0]!.item} @ ${moves[0]!.location}`
    if (infinite.has(place)) continue
    const changes = moves.map(({ operationplan, quantity, flowdate }) => ({
      at: seconds(flowdate),
      all: quantity,
      locked: isProposed(orders.get(operationplan)) ? 0 : quantity,
    }))
    for (const { at, all, locked } of levels(changes)) {
      if (all >= Math.min(0, locked) - epsilon) continue
      yield `material: ${place} (${buffer}) at ${all} on ${new Date(at * 1000).toISOString()}`
      break
    }
  }
}

function* capacity(
  plan: Tables,
  orders: ReadonlyMap<string, OrderTable>,
  resources: ReadonlyMap<unknown, Fields>,
): Generator<string> {
  for (const [name, uses] of Map.groupBy(plan.operationplanresource, ({ resource }) => resource)) {
    const resource = resources.get(name) ?? {}
    if (typeof resource['type'] === 'string' && resource['type'] !== 'default') continue
    if (resource['constrained'] === false || resource['maximum_calendar'] !== undefined) continue
    const changes = uses.flatMap(({ operationplan, quantity, startdate, enddate }) => {
      const order = orders.get(operationplan)
      if (startdate === enddate || order?.status === 'completed') return []
      const locked = isProposed(order) ? 0 : quantity
      return [
        { at: seconds(startdate), all: quantity, locked },
        { at: seconds(enddate), all: -quantity, locked: -locked },
      ]
    })
    for (const { at, all, locked } of levels(changes)) {
      if (all <= Math.max(number(resource['maximum'], 1), locked) + epsilon) continue
      yield `capacity: ${name} loaded ${all} on ${new Date(at * 1000).toISOString()}`
      break
    }
  }
}

/** Yields violations of the capacity of buckets whose size a calendar defines. */
function* buckets(
  plan: Tables,
  orders: ReadonlyMap<string, OrderTable>,
  resources: ReadonlyMap<unknown, Fields>,
  calendarBuckets: readonly Fields[],
): Generator<string> {
  for (const [name, uses] of Map.groupBy(plan.operationplanresource, ({ resource }) => resource)) {
    const resource = resources.get(name)
    if (resource?.['type'] !== 'buckets') continue
    for (const bucket of calendarBuckets) {
      if (bucket['calendar'] !== resource['maximum_calendar']) continue
      const [from, to] = [seconds(String(bucket['startdate'])), seconds(String(bucket['enddate']))]
      const within = uses.filter(({ startdate }) => seconds(startdate) >= from && seconds(startdate) < to)
      const load = within.reduce((sum, { quantity }) => sum + quantity, 0)
      const locked = within
        .filter(({ operationplan }) => !isProposed(orders.get(operationplan)))
        .reduce((sum, { quantity }) => sum + quantity, 0)
      if (load > Math.max(number(bucket['value']), locked) + epsilon)
        yield `bucket: ${name} loaded ${load} in the bucket from ${word(bucket['startdate'])}`
    }
  }
}

/** Yields runs with different setups without time for the changeover between them. */
function* changeovers(
  plan: Tables,
  orders: ReadonlyMap<string, OrderTable>,
  resources: ReadonlyMap<unknown, Fields>,
  operationResources: readonly Fields[],
  rules: readonly Fields[],
  suboperations: readonly Fields[],
  work: ReadonlyMap<OrderTable, Work>,
): Generator<string> {
  for (const [name, uses] of Map.groupBy(plan.operationplanresource, ({ resource }) => resource)) {
    const resource = resources.get(name)
    if (typeof resource?.['setupmatrix'] !== 'string') continue
    const runs = uses
      .map(({ operationplan, startdate, enddate }) => {
        const order = orders.get(operationplan)!
        const names: unknown[] = [order.operation]
        for (const { operation, suboperation } of suboperations)
          if (operation === order.operation) names.push(suboperation)
        const setups = operationResources
          .filter((row) => names.includes(row['operation']) && row['resource'] === name)
          .flatMap(({ setup }) => (typeof setup === 'string' ? setup : []))
        // An existing order of a whole alternate does not specify which of its options runs.
        const isKnown = isProposed(order) || new Set(setups).size < 2
        return { start: seconds(startdate), end: seconds(enddate), setup: setups[0], isKnown, order }
      })
      .toSorted((a, b) => a.start - b.start || a.end - b.end)
    let before: unknown = resource['setup'] ?? ''
    for (const [index, { start, end, setup, isKnown, order }] of runs.entries()) {
      if (setup === undefined) continue
      const rule = rules.find(
        (row) =>
          row['setupmatrix'] === resource['setupmatrix'] &&
          (row['fromsetup'] ?? before) === before &&
          (row['tosetup'] ?? setup) === setup,
      )
      if (before !== undefined && before !== setup && isProposed(order)) {
        if (rule === undefined)
          yield `changeover: ${name} cannot change from ${word(before)} to ${word(setup)}`
        else if (lacksTime(work.get(order), number(rule['duration'])))
          yield `changeover: ${name} has no time to change from ${word(before)} to ${word(setup)}`
      }
      if (index > 0 && isProposed(order) && start < end && start < runs[index - 1]!.end)
        yield `changeover: ${name} runs two at a time`
      before = isKnown ? setup : undefined
    }
  }
}

/** What an order needs, and what there is between its start and its end. */
interface Work extends OpenTime {
  /** Seconds at an efficiency of 100 %. */
  readonly needed: number
}

/** Returns whether the time is too short for the order and a changeover before it. Dates are rounded to minutes. */
const lacksTime = (work: Work | undefined, changeover: number): boolean =>
  work !== undefined && work.workSeconds < work.needed + changeover * work.slowest - 61 * work.fastest

/** Returns the work of proposals of operations with a duration. */
function workOf(
  rows: readonly FixtureRow[],
  plan: Tables,
  operations: ReadonlyMap<unknown, Fields>,
  resources: ReadonlyMap<unknown, Fields>,
): ReadonlyMap<OrderTable, Work> {
  const openTime = openTimeBy(rows)
  const uses = Map.groupBy(plan.operationplanresource, ({ operationplan }) => operationplan)
  const work = new Map<OrderTable, Work>()
  for (const order of plan.operationplan) {
    const operation = operations.get(order.operation)
    if (!isProposed(order) || order.type === 'DLVR' || operation === undefined) continue
    const { type, duration, duration_per: per } = operation
    if (type !== 'fixed_time' && type !== 'time_per') continue
    const used = (uses.get(order.reference) ?? []).map(({ resource }) => resources.get(resource) ?? {})
    work.set(order, {
      needed: number(duration) + (type === 'time_per' ? number(per) * order.quantity : 0),
      ...openTime(operation, used, seconds(order.startdate), seconds(order.enddate)),
    })
  }
  return work
}

function* times(
  plan: Tables,
  orders: ReadonlyMap<string, OrderTable>,
  operations: ReadonlyMap<unknown, Fields>,
  work: ReadonlyMap<OrderTable, Work>,
  current: number,
): Generator<string> {
  for (const order of plan.operationplan) {
    if (!isProposed(order) || order.type === 'DLVR') continue
    const [start, end] = [seconds(order.startdate), seconds(order.enddate)]
    if (!(start <= end)) yield `time: ${order.operation} ends ${order.enddate} before ${order.startdate}`
    const owner = order.owner === undefined ? undefined : orders.get(order.owner)
    if (start < current && (owner === undefined || isProposed(owner)))
      yield `time: ${order.operation} starts ${order.startdate}, in the past`
    const operation = operations.get(order.operation)
    if (operation === undefined) continue
    const { fence } = operation
    const done = work.get(order)
    if (done === undefined) continue
    if (start >= current && start < current + number(fence))
      yield `time: ${order.operation} starts ${order.startdate}, within its fence`
    if (lacksTime(done, 0))
      yield `time: ${order.operation} has ${done.workSeconds} working seconds, not ${done.needed}`
  }
}

function* lots(plan: Tables, operations: ReadonlyMap<unknown, Fields>): Generator<string> {
  for (const order of plan.operationplan) {
    const operation = operations.get(order.operation)
    if (!isProposed(order) || operation === undefined || order.owner !== undefined) continue
    if (operation['type'] === 'alternate' || operation['type'] === 'split') continue
    yield* lotOf(String(order.operation), order.quantity, operation)
  }
}

function* lotOf(name: string, quantity: number, sizes: Fields): Generator<string> {
  const minimum = number(sizes['sizeminimum'], 1)
  const maximum = number(sizes['sizemaximum'], Infinity) || Infinity
  const multiple = number(sizes['sizemultiple'])
  const small = quantity < minimum - epsilon && minimum <= maximum
  if (small || quantity > maximum + epsilon) yield `lot: ${name} of ${quantity} not in ${minimum}..${maximum}`
  const count = multiple > 0 ? quantity / multiple : 0
  if (Math.abs(count - Math.round(count)) > epsilon) yield `lot: ${name} of ${quantity}, multiple ${multiple}`
}

function* suppliedLots(plan: Tables, rows: readonly Fields[], current: number): Generator<string> {
  for (const order of plan.operationplan) {
    if (!isProposed(order) || order.type !== 'PO') continue
    const fitting = rows.filter(
      ({ item, location, supplier }) =>
        order.operation === `Purchase ${word(item)} @ ${word(location)} from ${word(supplier)}`,
    )
    const wrong = fitting.map((row) => [
      ...lotOf(String(order.operation), order.quantity, row),
      ...(seconds(order.enddate) - seconds(order.startdate) < number(row['leadtime']) - 1 ? ['lead'] : []),
      ...(seconds(order.startdate) < current ? ['past'] : []),
    ])
    if (fitting.length > 0 && wrong.every((list) => list.length > 0)) yield `purchase: ${wrong[0]!.join()}`
  }
}

/** Yields steps of a routing that do not run in sequence, unless some steps define dependencies. */
function* sequence(
  plan: Tables,
  orders: ReadonlyMap<string, OrderTable>,
  operations: ReadonlyMap<unknown, Fields>,
  suboperations: readonly Fields[],
  waiting: readonly Fields[],
): Generator<string> {
  for (const [owner, steps] of Map.groupBy(plan.operationplan, (order) => order.owner)) {
    const routing = owner === undefined ? undefined : orders.get(owner)
    if (routing === undefined || operations.get(routing.operation)?.['type'] !== 'routing') continue
    const place = ({ operation }: OrderTable): number | undefined => {
      const row = suboperations.find(
        (sub) => sub['operation'] === routing.operation && sub['suboperation'] === operation,
      )
      const own = operations.get(operation)
      if (row !== undefined) return number(row['priority'], 1)
      return own?.['owner'] === routing.operation ? number(own?.['priority'], 1) : undefined
    }
    const known = steps.flatMap((order) => {
      const at = place(order)
      return at === undefined ? [] : [{ at, order }]
    })
    const names = new Set(known.map(({ order }): unknown => order.operation))
    if (waiting.some((line) => names.has(line['operation']) && names.has(line['blockedby']))) continue
    for (const earlier of known) {
      for (const later of known) {
        if (earlier.at >= later.at || !isProposed(later.order)) continue
        if (seconds(earlier.order.enddate) > seconds(later.order.startdate))
          yield `sequence: ${later.order.operation} starts before ${earlier.order.operation} ends`
      }
    }
  }
}

/** Yields products of a routing that are available before all its steps have ended. */
function* products(
  plan: Tables,
  orders: ReadonlyMap<string, OrderTable>,
  operations: ReadonlyMap<unknown, Fields>,
  materials: readonly Fields[],
): Generator<string> {
  const moves = Map.groupBy(plan.operationplanmaterial, ({ operationplan }) => operationplan)
  for (const [owner, steps] of Map.groupBy(plan.operationplan, (order) => order.owner)) {
    const routing = operations.get(owner === undefined ? undefined : orders.get(owner)?.operation)
    if (routing?.['type'] !== 'routing' || !steps.every((order) => isProposed(order))) continue
    const end = Math.max(...steps.map(({ enddate }) => seconds(enddate)))
    const names = new Set([routing['name'], ...steps.map(({ operation }): unknown => operation)])
    // Products of a single step are available as the step defines.
    if (materials.some(({ operation, quantity }) => names.has(operation) && number(quantity, 1) > 0)) continue
    for (const step of steps) {
      for (const { item, quantity, flowdate } of moves.get(step.reference) ?? [])
        if (item === routing['item'] && quantity > 0 && seconds(flowdate) < end)
          yield `product: ${item} is there at ${flowdate}, before ${word(routing['name'])} has ended`
    }
  }
}

/** Yields orders that start before enough of the operation on which they depend has ended. */
function* dependencies(plan: Tables, rows: readonly Fields[]): Generator<string> {
  for (const row of rows) {
    const waiting = plan.operationplan.filter((order) => order.operation === row['operation'])
    const before = plan.operationplan.filter((order) => order.operation === row['blockedby'])
    for (const order of waiting) {
      if (!isProposed(order)) continue
      const start = seconds(order.startdate) - number(row['hard_safety_leadtime'])
      const needed = waiting
        .filter((other) => isProposed(other) && seconds(other.startdate) <= seconds(order.startdate))
        .reduce((sum, { quantity }) => sum + quantity, 0)
      const done = before
        .filter(({ enddate }) => seconds(enddate) <= start)
        .reduce((sum, { quantity }) => sum + quantity, 0)
      if (done < needed * number(row['quantity'], 1) - epsilon)
        yield `dependency: ${word(row['operation'])} at ${order.startdate}: ${done} of ${needed} done before`
    }
  }
}

function* flows(plan: Tables, rows: readonly Fields[]): Generator<string> {
  const groups = Map.groupBy(rows, ({ operation }) => operation)
  const moves = Map.groupBy(plan.operationplanmaterial, ({ operationplan }) => operationplan)
  for (const order of plan.operationplan) {
    if (!isProposed(order) || !groups.has(order.operation)) continue
    const found = moves.get(order.reference) ?? []
    for (const alternates of Map.groupBy(
      groups.get(order.operation)!,
      (row) => row['name'] ?? row,
    ).values()) {
      if (
        alternates.some((row) => row['effective_start'] !== undefined || row['effective_end'] !== undefined)
      )
        continue
      const met = alternates.some((row) => {
        const [per, fixed] = [number(row['quantity'], 1), number(row['quantity_fixed'])]
        const moved = per * order.quantity + fixed
        // A fixed quantity of the other sign is what is lost or was taken before: it reverses no material.
        const expected = moved * (per === 0 ? fixed : per) > 0 ? moved : 0
        const own = found.filter(({ item, quantity }) => item === row['item'] && quantity * expected > 0)
        const sum = own.reduce((total, { quantity }) => total + quantity, 0)
        return (
          Math.abs(expected) < epsilon ||
          Math.abs(sum - expected) < 0.01 ||
          own.some(({ quantity }) => Math.abs(quantity - expected) < 0.01)
        )
      })
      if (!met) yield `flow: ${order.operation} of ${order.quantity} moves ${JSON.stringify(found)}`
    }
  }
}

/** Yields orders that do not use one resource of each group of alternates, or a resource without the skill. */
function* loads(
  plan: Tables,
  rows: readonly Fields[],
  resources: ReadonlyMap<unknown, Fields>,
  skills: readonly Fields[],
): Generator<string> {
  const groups = Map.groupBy(rows, ({ operation }) => operation)
  const uses = Map.groupBy(plan.operationplanresource, ({ operationplan }) => operationplan)
  const isWithin = (name: unknown, pool: unknown): boolean =>
    name === pool ||
    (resources.has(name) && isWithin(resources.get(name)!['owner'], pool) && name !== undefined)
  for (const order of plan.operationplan) {
    if (!isProposed(order) || !groups.has(order.operation)) continue
    const found = uses.get(order.reference) ?? []
    for (const alternates of Map.groupBy(
      groups.get(order.operation)!,
      (row) => row['name'] ?? row,
    ).values()) {
      const start = seconds(order.startdate)
      const effective = alternates.filter(
        (row) =>
          (typeof row['effective_start'] !== 'string' || seconds(row['effective_start']) <= start) &&
          (typeof row['effective_end'] !== 'string' || seconds(row['effective_end']) > start),
      )
      if (effective.length === 0) continue
      const met = effective.some((row) =>
        found.some(
          ({ resource }) =>
            isWithin(resource, row['resource']) &&
            (row['skill'] === undefined ||
              skills.some(
                (skill) =>
                  skill['resource'] === resource &&
                  skill['skill'] === row['skill'] &&
                  (typeof skill['effective_end'] !== 'string' || seconds(skill['effective_end']) > start),
              )),
        ),
      )
      if (!met)
        yield `load: ${order.operation} at ${order.startdate} has none of ${JSON.stringify(effective)}`
    }
  }
}

function* deliveries(plan: Tables, demands: ReadonlyMap<unknown, Fields>): Generator<string> {
  for (const { name, due, deliveries: shipments } of plan.demand) {
    const demand = demands.get(name)
    if (demand === undefined) {
      yield `delivery: ${name} is no demand`
      continue
    }
    const least = number(demand['minshipment'])
    const sum = shipments.reduce((total, [, quantity]) => total + quantity, 0)
    if (sum > Math.max(number(demand['quantity']), least) + epsilon) yield `delivery: ${name} gets ${sum}`
    for (const [end, quantity] of shipments) {
      if (quantity < least - epsilon) yield `delivery: ${name} gets ${quantity}, less than ${least}`
      if (seconds(end) - seconds(due) > number(demand['maxlateness'], Infinity) + 1)
        yield `delivery: ${name} comes ${end}, later than is allowed`
    }
  }
}
