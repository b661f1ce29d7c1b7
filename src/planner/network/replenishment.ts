/**
 * Replenishment methods of a buffer: purchase of the item or of one of its groups, transport from another location,
 * production. Sorted by priority; 0 = manual use only. An operation that makes the item as a by-product is used if
 * there is no other method.
 */
import type { ItemDistributionRow, ItemSupplierRow } from '../input.ts'
import { orderName, purchaseName, transportName } from '../order-names.ts'
import { day, never, type Seconds } from '../time.ts'
import type { Buffer, Flow, FlowGroup, Item, Load, LoadGroup, Method, Operation, Step } from './nodes.ts'
import { lastStep } from './last-step.ts'
import { leavesOf, notEnded } from './leaves.ts'
import { compareNames, groupsFor, isOpenIn, makeOperation } from './operations.ts'
import type { Surroundings } from './surroundings.ts'
import {
  afterEffectiveEnd,
  atLeastZero,
  groupRows,
  type InvalidData,
  lineage,
  reportOnce,
  sizesOf,
} from './rows.ts'

/** Default batching window of purchases and transports. */
const usualWindow = 7 * day
/** Maximum number of methods. */
const mostMethods = 100

/** A resource load that always applies. */
const unboundLoad = {
  fixed: 0,
  setup: undefined,
  effectiveStart: -never,
  effectiveEnd: never,
  neededStart: -never,
  neededEnd: never,
  priority: 1,
} as const

type Supply = ItemSupplierRow | ItemDistributionRow

export interface Replenishment {
  methods(buffer: Buffer): readonly Method[]
  /** Returns new operations for all purchases and transports of records, also those that are only used manually. */
  receipts(buffer: Buffer): readonly Operation[]
}

export function compileReplenishment(
  surroundings: Surroundings,
  operations: ReadonlyMap<string, Operation>,
): Replenishment {
  const { input } = surroundings
  const items = new Map(input.items.map((row) => [row.name, row]))
  const locations = new Map(input.locations.map((row) => [row.name, row]))
  const suppliers = new Map(input.suppliers.map((row) => [row.name, row]))
  const purchases = groupRows(input.itemSuppliers, ({ item }) => item)
  const transports = groupRows(input.itemDistributions, ({ item }) => item)
  const makers = groupRows(makersOf(surroundings, operations), ({ item }) => item)
  // Each batch of an item that is made to order has methods of its own, with the same faults.
  const report = reportOnce(surroundings.invalid)
  let id = operations.size

  const fits = (row: { readonly location?: string | null | undefined }, location: string): boolean =>
    typeof row.location !== 'string' || lineage(location, locations).includes(row.location)

  /** Returns the resource of a purchase or transport, or the members of its pool. */
  function loadsOf(
    { resource, resource_qty: quantity }: Supply,
    operation: string,
    invalid: InvalidData[],
  ): readonly LoadGroup[] {
    if (typeof resource !== 'string') return []
    const { resources } = surroundings
    const loads: Load[] = []
    for (const one of resources.candidates(resource, undefined))
      loads.push({ ...unboundLoad, resource: one.resource, quantity: quantity ?? 1 })
    return loads.length === 0
      ? []
      : groupsFor(loads, 'PRIORITY', { operation, resource, invalid, isOpen: isOpenIn(surroundings) })
  }

  function common(row: Supply, buffer: Buffer, name: string) {
    const invalid: InvalidData[] = []
    const sizes = sizesOf(row, name, invalid)
    const loads = loadsOf(row, name, invalid)
    // What is only used manually is not planned.
    if (row.priority !== 0) report(invalid)
    return {
      id: (id += 1),
      name,
      item: buffer.item,
      location: buffer.location,
      duration: atLeastZero(row.leadtime),
      ...sizes,
      batchWindow: atLeastZero(row.batchwindow, usualWindow),
      fence: row.fence ?? 0,
      priority: row.priority ?? 1,
      effectiveStart: row.effective_start ?? -never,
      effectiveEnd: afterEffectiveEnd(row.effective_end),
      cost: row.cost ?? 0,
      loads,
    }
  }

  function purchase(row: ItemSupplierRow, buffer: Buffer): Operation {
    const closed = surroundings.calendars.get(suppliers.get(row.supplier)?.available)
    return makeOperation(surroundings, {
      ...common(row, buffer, orderName(purchaseName, buffer.item.name, buffer.location, row.supplier)),
      kind: 'purchase',
      supplier: row.supplier,
      softPost: row.extra_safety_leadtime ?? 0,
      hardPost: row.hard_safety_leadtime ?? 0,
      calendars: closed === undefined ? [] : [closed],
      flows: [flowInto(buffer, 'end')],
    })
  }

  function transport(row: ItemDistributionRow, buffer: Buffer): Operation {
    const source = surroundings.stock(buffer.item, row.origin)
    const taken: Flow = { ...flowInto(buffer, 'start').flows[0]!, location: row.origin, buffer: source }
    return makeOperation(surroundings, {
      ...common(row, buffer, orderName(transportName, buffer.item.name, row.origin, buffer.location)),
      kind: 'distribution',
      origin: row.origin,
      flows: [{ consumes: true, search: 'PRIORITY', flows: [taken] }, flowInto(buffer, 'end')],
    })
  }

  /** Returns the purchases and transports into a buffer whose records are asked for. */
  function receiptsOf(buffer: Buffer, isAsked: (row: Supply) => boolean): readonly Operation[] {
    const names = lineage(buffer.item.name, items)
    const asked = <Row extends Supply>(rows: ReadonlyMap<string, readonly Row[]>): readonly Row[] =>
      names.flatMap((name) =>
        (rows.get(name) ?? []).filter((row) => isAsked(row) && fits(row, buffer.location)),
      )
    return [
      ...asked(purchases).map((row) => purchase(row, buffer)),
      ...asked(transports)
        .filter(({ origin }) => origin !== buffer.location)
        .map((row) => transport(row, buffer)),
    ]
  }

  return {
    receipts: (buffer) => receiptsOf(buffer, () => true),
    methods: (buffer) => {
      const known = [...receiptsOf(buffer, ({ priority }) => priority !== 0)]
      const aside: Operation[] = []
      for (const { location, declared, operation } of makers.get(buffer.item) ?? []) {
        if (location === buffer.location) (declared ? known : aside).push(operation)
      }
      const used = (known.length > 0 ? known : aside).filter(({ priority }) => priority !== 0)
      if (used.length > 1) used.sort((a, b) => a.priority - b.priority || compareNames(a, b))
      return used
        .slice(0, mostMethods)
        .flatMap((operation) => methodsOf(operation, buffer, input.settings.current))
    },
  }
}

/** Returns a flow of one unit per unit into a buffer. */
export const flowInto = (buffer: Buffer, at: Flow['at']): FlowGroup =>
  flowOf(buffer, at, buffer.item.madeToOrder ? undefined : buffer)

const productOf = (surroundings: Surroundings, item: Item, location: string): FlowGroup =>
  flowOf({ item, location }, 'end', surroundings.stock(item, location))

function flowOf(
  { item, location }: Pick<Buffer, 'item' | 'location'>,
  at: Flow['at'],
  buffer: Buffer | undefined,
): FlowGroup {
  const flow: Flow = {
    item,
    location,
    buffer,
    per: 1,
    fixed: 0,
    at,
    transferBatch: 0,
    offset: 0,
    effectiveStart: -never,
    effectiveEnd: never,
    priority: 1,
  }
  return { consumes: false, search: 'PRIORITY', flows: [flow] }
}

interface Maker {
  readonly item: Item
  readonly location: string
  readonly operation: Operation
  /** Whether the item is the declared product of the operation. */
  readonly declared: boolean
}

/** Returns what operations make that are no steps of others, and where. Adds the missing flow of their item. */
function makersOf(surroundings: Surroundings, operations: ReadonlyMap<string, Operation>): readonly Maker[] {
  const steps = new Set<string>()
  for (const operation of operations.values()) {
    for (const step of operation.steps) steps.add(step.operation.name)
  }
  const makers: Maker[] = []
  for (const operation of operations.values()) {
    if (steps.has(operation.name)) continue
    const { item } = operation
    if (item !== undefined) complete(operation, productOf(surroundings, item, operation.location))
    const made: Flow[] = []
    for (const { flows } of leavesOf(operation)) {
      for (const group of flows) {
        if (group.consumes) continue
        for (const flow of group.flows) {
          if (!made.some((one) => one.item === flow.item && one.location === flow.location)) made.push(flow)
        }
      }
    }
    for (const flow of made) {
      makers.push({ item: flow.item, location: flow.location, operation, declared: flow.item === item })
    }
  }
  return makers
}

/**
 * Adds the flow of the product where nothing makes it: at the end of the operation, of the last step of a routing, and of
 * each alternate and part. Returns whether it was added.
 */
function complete(operation: Operation, product: FlowGroup): boolean {
  const { kind, steps } = operation
  if (steps.length === 0) {
    if (makes(operation, product)) return false
    operation.flows = [...operation.flows, product]
    return true
  }
  if (kind !== 'routing') return steps.map((step) => complete(step.operation, product)).includes(true)
  const last = lastStep(steps)!.operation
  if (steps.some((step) => step.operation !== last && makes(step.operation, product))) return false
  const isAdded = complete(last, product)
  if (isAdded) operation.productFlows = [product]
  return isAdded
}

/** Returns whether an operation, or one of its steps, makes the item of a product. */
const makes = (operation: Operation, { flows: [product] }: FlowGroup): boolean =>
  leavesOf(operation).some(({ flows }) =>
    flows.some((group) => !group.consumes && group.flows.some(({ item }) => item === product!.item)),
  )

/** Returns the operation as methods of the buffer from the current date on; each alternate is a method of its own. */
export function methodsOf(operation: Operation, buffer: Buffer, current: Seconds): readonly Method[] {
  if (operation.kind === 'alternate' && operation.steps.length > 0) {
    return operation.steps
      .filter(({ priority }) => priority !== 0)
      .flatMap((step) =>
        methodsOf(step.operation, buffer, current).map(({ operation: option, per, fixed, ...method }) => ({
          operation: option,
          per,
          fixed,
          effectiveStart: Math.max(step.effectiveStart, method.effectiveStart, operation.effectiveStart),
          effectiveEnd: Math.min(step.effectiveEnd, method.effectiveEnd, operation.effectiveEnd),
          search: operation.search,
        })),
      )
  }
  const { search } = operation
  return periodsOf(operation, buffer).flatMap(({ effectiveStart, effectiveEnd }): readonly Method[] => {
    const made = yieldOf(operation, buffer, effectiveStart, current)
    // A split is asked for the product of its parts.
    const isSplit = operation.kind === 'split' && operation.steps.length > 0
    const [per, fixed] = isSplit && (made[0] > 0 || made[1] > 0) ? [1, 0] : made
    return per > 0 || fixed > 0 ? [{ operation, per, fixed, effectiveStart, effectiveEnd, search }] : []
  })
}

type Period = Pick<Method, 'effectiveStart' | 'effectiveEnd'>

/** Returns the effective periods of the operation for the buffer, each with a constant yield. */
function periodsOf(operation: Operation, buffer: Buffer): readonly Period[] {
  const { effectiveStart, effectiveEnd } = operation
  const bounds = new Set<Seconds>()
  const dated: readonly Period[] = [...flowsInto(operation, buffer), ...partsWithin(operation)]
  for (const one of dated) {
    for (const bound of [one.effectiveStart, one.effectiveEnd]) {
      if (bound > effectiveStart && bound < effectiveEnd) bounds.add(bound)
    }
  }
  if (bounds.size === 0) return [{ effectiveStart, effectiveEnd }]
  const dates = [effectiveStart, ...[...bounds].sort((a, b) => a - b), effectiveEnd]
  return dates.slice(1).map((end, index) => ({ effectiveStart: dates[index]!, effectiveEnd: end }))
}

/** Returns the parts of the splits that are steps of an operation. */
const partsWithin = ({ steps }: Operation): readonly Step[] =>
  steps.flatMap(({ operation }) => [
    ...(operation.kind === 'split' ? operation.steps : []),
    ...partsWithin(operation),
  ])

/** Returns the flows into the buffer, regardless of their effective dates. */
const flowsInto = (operation: Operation, { item, location }: Buffer): readonly Flow[] =>
  leavesOf(operation).flatMap(({ flows }) =>
    flows.flatMap((group) =>
      group.consumes ? [] : group.flows.filter((flow) => flow.item === item && flow.location === location),
    ),
  )

type Yield = readonly [per: number, fixed: number]

/**
 * Returns the quantity that an operation adds to the buffer at a date, per unit and fixed: of a routing that of all steps,
 * of a split that of the effective parts by their shares. Of alternates it is the least of those that have not ended,
 * because one that ends before the date or begins after it may be used too.
 */
function yieldOf(operation: Operation, buffer: Buffer, date: Seconds, current: Seconds): Yield {
  const { kind, steps } = operation
  if (steps.length === 0) return ownYield(operation, buffer, date)
  const yields = (some: readonly Operation[]): readonly Yield[] =>
    some.map((step) => yieldOf(step, buffer, date, current))
  if (kind === 'routing') return sumOf(yields([...new Set(steps.map((step) => step.operation))]))
  const all = steps.filter(({ priority }) => priority > 0)
  const now = all.filter(({ effectiveStart, effectiveEnd }) => date >= effectiveStart && date < effectiveEnd)
  const options = kind !== 'split' ? notEnded(all, current) : now.length > 0 ? now : all
  const made = yields(options.map((step) => step.operation))
  const whole = options.reduce((sum, { priority }) => sum + priority, 0)
  if (kind === 'split')
    return sumOf(made.map(([per, fixed], at) => [(per * options[at]!.priority) / whole, fixed]))
  return (
    made.reduce<Yield | undefined>(
      (least, one) => (one[0] < (least?.[0] ?? never) ? one : least),
      undefined,
    ) ?? [0, 0]
  )
}

const sumOf = (yields: readonly Yield[]): Yield =>
  yields.reduce(([per, fixed], one) => [per + one[0], fixed + one[1]], [0, 0])

function ownYield({ flows }: Operation, { item, location }: Buffer, date: Seconds): Yield {
  let [per, fixed] = [0, 0]
  for (const group of flows) {
    if (group.consumes) continue
    const flow = group.flows.find(
      (one) =>
        one.item === item &&
        one.location === location &&
        date >= one.effectiveStart &&
        date < one.effectiveEnd,
    )
    if (flow === undefined) continue
    per += flow.per
    fixed += flow.fixed
  }
  return [per, fixed]
}
