/** Compiles operations with their flows, loads, steps and dependencies from the rows. */
import type { Surroundings } from './surroundings.ts'
import type { OperationMaterialRow, OperationResourceRow, OperationRow, PlannerInput } from '../input.ts'
import { pauses, type Steps } from '../pauses.ts'
import { never, type Seconds } from '../time.ts'
import type {
  Flow,
  FlowGroup,
  Load,
  LoadGroup,
  Need,
  Operation,
  OperationKind,
  SearchMode,
  Step,
} from './nodes.ts'
import { applyChoices } from './choice-headers.ts'
import { openCircles } from './circles.ts'
import { usersOf } from './leaves.ts'
import { groupsOf, type IsOpen } from './members.ts'
import { applyStepSizes } from './step-sizes.ts'
import { applyHeaders } from './routing-headers.ts'
import { afterEffectiveEnd, atLeastZero, groupRows, type InvalidData, sizesOf } from './rows.ts'
import { sentence } from '../sentences.ts'

const modes: readonly SearchMode[] = ['PRIORITY', 'MINCOST', 'MINPENALTY', 'MINCOSTPENALTY']
const kinds: readonly OperationKind[] = ['fixed_time', 'time_per', 'routing', 'alternate', 'split']

export const searchMode = (text: string | null | undefined): SearchMode =>
  modes.find((mode) => mode === text) ?? 'PRIORITY'

type Draft = Pick<Operation, 'id' | 'name' | 'kind' | 'location'> & Partial<Operation>

/**
 * Creates an operation from a draft. It is open only while its location is; purchases do not depend on the open time
 * of the receiving location.
 */
export function makeOperation({ calendars, input }: Surroundings, draft: Draft): Operation {
  const place =
    draft.kind === 'purchase' ? undefined : calendars.get(locationsOf(input).get(draft.location)?.available)
  const own = draft.calendars ?? []
  const closed = place === undefined ? own : [...own, place]
  // Listed field by field: objects built by spreading have several hidden classes, which slows down the search.
  return {
    id: draft.id,
    name: draft.name,
    kind: draft.kind,
    location: draft.location,
    item: draft.item,
    supplier: draft.supplier,
    origin: draft.origin,
    duration: draft.duration ?? 0,
    durationPer: draft.durationPer ?? 0,
    work: calendars.work(closed),
    calendars: closed,
    minimum: draft.minimum ?? 0,
    multiple: draft.multiple ?? 0,
    maximum: draft.maximum ?? never,
    batchWindow: draft.batchWindow ?? 0,
    fence: draft.fence ?? 0,
    softPost: draft.softPost ?? 0,
    hardPost: draft.hardPost ?? 0,
    priority: draft.priority ?? 1,
    effectiveStart: draft.effectiveStart ?? -never,
    effectiveEnd: draft.effectiveEnd ?? never,
    search: draft.search ?? 'PRIORITY',
    cost: draft.cost ?? 0,
    flows: draft.flows ?? none,
    headerFlows: none,
    productFlows: none,
    periods: none,
    loads: draft.loads ?? none,
    steps: none,
    dependencies: none,
    combinations: undefined,
  }
}

const none: readonly never[] = []

const locationIndexes = new WeakMap<PlannerInput, ReadonlyMap<string, PlannerInput['locations'][number]>>()

function locationsOf(input: PlannerInput): ReadonlyMap<string, PlannerInput['locations'][number]> {
  let index = locationIndexes.get(input)
  if (index === undefined) {
    index = new Map(input.locations.map((row) => [row.name, row]))
    locationIndexes.set(input, index)
  }
  return index
}

/** Compiles all operations, by name. Their flows into buffers are completed later. */
export function* compileOperations(surroundings: Surroundings): Steps<ReadonlyMap<string, Operation>> {
  const { input, invalid } = surroundings
  const operations = new Map(
    input.operations.map((row, id) => [row.name, compileOperation(surroundings, row, id)]),
  )
  const flows = groupRows(input.materials, ({ operation }) => operation)
  const loads = groupRows(input.loads, ({ operation }) => operation)
  const steps = stepsByOwner(input, operations)
  const ends = lastEnds(steps.values())
  yield
  for (const [index, operation] of [...operations.values()].entries()) {
    if (pauses(index)) yield
    const end = ends.get(operation) ?? operation.effectiveEnd
    operation.flows = flowGroups(surroundings, operation, end, flows.get(operation.name) ?? [])
    operation.loads = loadGroups(surroundings, loads.get(operation.name) ?? [])
  }
  for (const [owner, list] of steps) {
    const operation = operations.get(owner)
    if (operation !== undefined) operation.steps = list
  }
  reportSteps(operations.values(), invalid)
  applyStepSizes(operations.values(), surroundings.input.settings.current, invalid)
  const users = usersOf(operations.values())
  for (const row of input.dependencies) {
    const operation = operations.get(row.operation)
    const on = operations.get(row.blockedby)
    if (operation === undefined || on === undefined) {
      const params = { owner: row.operation, other: row.blockedby }
      const description = sentence('unknown_dependency', params)
      invalid.push({ entity: 'operation', owner: row.operation, description })
      continue
    }
    const dependency = {
      on,
      quantity: atLeastZero(row.quantity, 1),
      softLead: atLeastZero(row.safety_leadtime),
      hardLead: atLeastZero(row.hard_safety_leadtime),
    }
    operation.dependencies = [...operation.dependencies, dependency]
    // The sizes of a step are those of its routing, as long as it has the same quantity.
    const isBeside = users
      .get(on)
      ?.some((user) => user.kind === 'routing' && users.get(operation)?.includes(user) === true)
    if (on.maximum < never && !(isBeside === true && dependency.quantity <= 1)) {
      const description = sentence('maximum_not_counted', { owner: on.name, other: operation.name })
      invalid.push({ entity: 'operation', owner: on.name, description })
    }
  }
  openCircles(operations.values(), invalid)
  applyHeaders(surroundings, operations.values(), applyChoices(surroundings, operations))
  return operations
}

/** Reports operations that should consist of others and do not, or that have a duration besides that of their steps. */
function reportSteps(operations: Iterable<Operation>, invalid: InvalidData[]): void {
  for (const { name: owner, kind, steps, duration, durationPer } of operations) {
    if (!['routing', 'alternate', 'split'].includes(kind)) continue
    if (steps.length > 0 && duration === 0 && durationPer === 0) continue
    const description = sentence(steps.length === 0 ? 'no_steps' : 'duration_of_steps', { owner })
    invalid.push({ entity: 'operation', owner, description })
  }
}

function compileOperation(surroundings: Surroundings, row: OperationRow, id: number): Operation {
  const available = surroundings.calendars.get(row.available)
  return makeOperation(surroundings, {
    id,
    name: row.name,
    kind: kinds.find((kind) => kind === row.type) ?? 'fixed_time',
    location: row.location ?? '',
    item: typeof row.item === 'string' ? surroundings.item(row.item) : undefined,
    duration: atLeastZero(row.duration),
    durationPer: row.type === 'time_per' ? atLeastZero(row.duration_per) : 0,
    ...sizesOf(row, row.name, surroundings.invalid),
    batchWindow: atLeastZero(row.batchwindow),
    fence: row.fence ?? 0,
    softPost: row.posttime ?? 0,
    priority: row.priority ?? 1,
    effectiveStart: row.effective_start ?? -never,
    effectiveEnd: afterEffectiveEnd(row.effective_end),
    search: searchMode(row.search),
    cost: row.cost ?? 0,
    calendars: available === undefined ? [] : [available],
  })
}

function stepsByOwner(
  { suboperations, operations: rows }: PlannerInput,
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map<string, Map<string, Step[]>>()
  const add = (owner: string, name: string, step: Step): void => {
    let list = steps.get(owner)
    if (list === undefined) steps.set(owner, (list = new Map()))
    list.set(name, [...(list.get(name) ?? []), step])
  }
  for (const row of suboperations) {
    const operation = operations.get(row.suboperation)
    if (operation === undefined || (row.priority ?? 1) < 0) continue
    const { effective_start: start, effective_end: end } = row
    const priority = row.priority ?? 1
    add(row.operation, row.suboperation, {
      operation,
      priority,
      effectiveStart: start ?? -never,
      effectiveEnd: afterEffectiveEnd(end),
    })
  }
  for (const { name, owner, priority } of rows) {
    if (typeof owner !== 'string' || steps.get(owner)?.has(name) === true) continue
    const operation = operations.get(name)!
    if (operations.get(owner) === undefined) continue
    add(owner, name, { operation, priority: priority ?? 1, effectiveStart: -never, effectiveEnd: never })
  }
  return new Map(
    [...steps].map(([owner, list]) => [
      owner,
      [...list.values()]
        .flat()
        .map(whileEffective)
        .toSorted((a, b) => a.priority - b.priority || compareNames(a.operation, b.operation)),
    ]),
  )
}

/** Returns the effective end of each operation that is a step, the last one if it is a step of several. */
function lastEnds(all: Iterable<readonly Step[]>): ReadonlyMap<Operation, Seconds> {
  const ends = new Map<Operation, Seconds>()
  for (const steps of all)
    for (const { operation, effectiveEnd } of steps)
      ends.set(operation, Math.max(ends.get(operation) ?? -never, effectiveEnd))
  return ends
}

/** Limits a step to the effective dates of its operation. */
const whileEffective = (step: Step): Step => ({
  ...step,
  effectiveStart: Math.max(step.effectiveStart, step.operation.effectiveStart),
  effectiveEnd: Math.min(step.effectiveEnd, step.operation.effectiveEnd),
})

/** Sorts by name in the sequence of code units, which is the same on every machine. */
export const compareNames = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

/** Flows with the same name and direction are alternates of each other. */
function flowGroups(
  surroundings: Surroundings,
  operation: Operation,
  end: Seconds,
  rows: readonly OperationMaterialRow[],
): readonly FlowGroup[] {
  const groups: (FlowGroup & { readonly flows: Flow[] })[] = []
  const named = new Map<string, Flow[]>()
  for (const row of rows) {
    if ((row.quantity ?? 1) === 0 && (row.quantity_fixed ?? 0) === 0) continue
    const flow = compileFlow(surroundings, operation, end, row)
    const taken = consumes(row)
    const name = typeof row.name === 'string' && row.name !== '' ? `${row.name}\0${taken}` : undefined
    const alternates = name === undefined ? undefined : named.get(name)
    if (alternates === undefined) {
      const group = { consumes: taken, search: searchMode(row.search), flows: [flow] }
      groups.push(group)
      if (name !== undefined) named.set(name, group.flows)
    } else alternates.push(flow)
  }
  for (const flows of named.values()) flows.sort((a, b) => a.priority - b.priority)
  const costly = groups.find(({ flows, search }) => flows.length > 1 && search !== 'PRIORITY')
  if (costly !== undefined) {
    const description = sentence('material_search', { owner: operation.name, mode: costly.search })
    surroundings.invalid.push({ entity: 'operation', owner: operation.name, description })
  }
  return groups
}

const consumes = ({ quantity, quantity_fixed: fixed }: OperationMaterialRow): boolean =>
  (quantity ?? 1) < 0 || ((quantity ?? 1) === 0 && (fixed ?? 0) < 0)

function compileFlow(
  surroundings: Surroundings,
  operation: Operation,
  end: Seconds,
  row: OperationMaterialRow,
): Flow {
  const item = surroundings.item(row.item)
  const sign = consumes(row) ? -1 : 1
  const location = row.location ?? operation.location
  return {
    item,
    location,
    buffer: surroundings.stock(item, location),
    per: sign * (row.quantity ?? 1),
    fixed: sign * (row.quantity_fixed ?? 0),
    at: row.type === 'end' || row.type === 'transfer_batch' ? row.type : 'start',
    transferBatch: row.transferbatch ?? 0,
    offset: row.offset ?? 0,
    effectiveStart: row.effective_start ?? -never,
    effectiveEnd: materialEnd(row, end),
    priority: row.priority ?? 1,
  }
}

/**
 * Returns the first second at which an order may not end any more to move a material. It may not end exactly at the
 * effective end, when another material may take over, unless the operation, or its row as a step, ends with it.
 */
const materialEnd = ({ effective_end: end }: OperationMaterialRow, effectiveEnd: Seconds): Seconds =>
  end !== null && end !== undefined && afterEffectiveEnd(end) >= effectiveEnd
    ? afterEffectiveEnd(end)
    : (end ?? never)

/** Returns a function that returns whether a resource opens at any time from the current date on. */
export const isOpenIn =
  ({ calendars, input }: Surroundings): IsOpen =>
  (resource) =>
    calendars.work(resource.calendars).open(input.settings.current) !== never

const neededStart = (row: OperationResourceRow): Seconds => row.effective_start ?? -never
const neededEnd = (row: OperationResourceRow): Seconds => row.effective_end ?? never

function loadGroups(surroundings: Surroundings, rows: readonly OperationResourceRow[]): readonly LoadGroup[] {
  const { resources, invalid } = surroundings
  const isOpen = isOpenIn(surroundings)
  const groups = groupRows(rows, (row) => (typeof row.name === 'string' && row.name !== '' ? row.name : row))
  return [...groups.values()].flatMap((members): readonly LoadGroup[] => {
    const loads = members
      .toSorted((a, b) => (a.priority ?? 1) - (b.priority ?? 1))
      .flatMap((row) =>
        resources.candidates(row.resource, row.skill).map(({ resource, skill }): Load => ({
          resource,
          quantity: row.quantity ?? 1,
          fixed: row.quantity_fixed ?? 0,
          setup: row.setup ?? undefined,
          effectiveStart: Math.max(row.effective_start ?? -never, skill?.effective_start ?? -never),
          effectiveEnd: Math.min(row.effective_end ?? never, skill?.effective_end ?? never),
          neededStart: neededStart(row),
          neededEnd: neededEnd(row),
          priority: row.priority ?? 1,
        })),
      )
    const { operation, resource, skill, search } = members[0]!
    const load = loads.find(({ fixed, resource: { buckets } }) => fixed !== 0 && buckets === undefined)
    if (load !== undefined) {
      const params = { owner: operation, quantity: load.fixed, resource: load.resource.name }
      invalid.push({ entity: 'operation', owner: operation, description: sentence('fixed_load', params) })
    }
    if (loads.length > 0)
      return groupsFor(loads, searchMode(search), { operation, resource, invalid, isOpen })
    const description =
      skill === null || skill === undefined
        ? sentence('unknown_resource', { owner: operation, resource })
        : sentence('unskilled_resource', { owner: operation, resource, skill })
    invalid.push({ entity: 'operation', owner: operation, description })
    // Without a valid resource the group cannot be performed.
    const needed = members.map((row): Need => ({ neededStart: neededStart(row), neededEnd: neededEnd(row) }))
    return [
      { search: 'PRIORITY', loads: [], fault: { kind: 'missing reference', detail: description, needed } },
    ]
  })
}

/** Returns the groups of some loads; if their resources never have enough, a group that cannot be performed. */
export function groupsFor(
  loads: readonly Load[],
  search: SearchMode,
  named: {
    readonly operation: string
    readonly resource: string
    readonly invalid: InvalidData[]
    readonly isOpen: IsOpen
  },
): readonly LoadGroup[] {
  const groups = groupsOf(loads, search, named.isOpen)
  if (groups !== undefined) return groups
  const { operation: owner, resource, invalid } = named
  const description = sentence('never_so_much', { owner, quantity: loads[0]!.quantity, resource })
  invalid.push({ entity: 'operation', owner, description })
  return [
    { search: 'PRIORITY', loads: [], fault: { kind: 'never enough', detail: description, needed: loads } },
  ]
}
