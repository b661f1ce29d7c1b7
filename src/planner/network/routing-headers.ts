/**
 * Applies materials and resources of the routing itself. Materials are consumed at the start of the first step and
 * produced at the end of the last one. Resources are held from the start to the end of the routing, and all steps run
 * only while the routing and its resources are open. No step starts within the fence of the routing.
 */
import { type AppliedChoices, laterFence } from './choice-headers.ts'
import { calendarsBeside, calendarsOfGroups } from './load-calendars.ts'
import type { Dependency, Item, LoadGroup, Operation, Step } from './nodes.ts'
import type { Surroundings } from './surroundings.ts'
import { lastStep } from './last-step.ts'
import { leavesOf, usersOf } from './leaves.ts'
import { carriersOf, isAtStart } from './step-periods.ts'
import { sentence } from '../sentences.ts'

/** Adds the requirements of every routing to its steps, also of those that are alternates or parts. */
export function applyHeaders(
  surroundings: Surroundings,
  operations: Iterable<Operation>,
  { copies, items }: AppliedChoices,
): void {
  const all = [...operations, ...copies]
  const { current } = surroundings.input.settings
  const itemOf = (operation: Operation): Item | undefined => operation.item ?? items.get(operation)
  const users = usersOf(all)
  for (const routing of all) {
    if (routing.kind !== 'routing' || routing.steps.length === 0) continue
    routing.loads = heldLoads(surroundings, routing)
    const closed = [...routing.calendars, ...calendarsOfGroups(routing.loads, current)]
    const isPlain = routing.flows.length === 0 && closed.length === 0 && routing.fence === 0
    if (isPlain && !isEndedForOthers(routing, users, itemOf)) continue
    // A step that several routings share stays unchanged for the others.
    const isShared = ({ operation }: Step): boolean =>
      (users.get(operation)?.length ?? 0) > 1 ||
      (operation.kind !== 'routing' && operation.steps.some(isShared))
    if (routing.steps.some(isShared)) routing.steps = withCopies(routing.steps, isShared)
    routing.headerFlows = routing.flows
    routing.flows = []
    attachFlows(routing)
    for (const { operation } of routing.steps) {
      for (const leaf of leavesOf(operation)) {
        leaf.fence = laterFence(leaf.fence, routing.fence)
        const missing = calendarsBeside(leaf, closed)
        if (missing.length === 0) continue
        leaf.calendars = [...leaf.calendars, ...missing]
        leaf.work = surroundings.calendars.work(leaf.calendars)
      }
    }
  }
}

/**
 * Returns whether the last step of a routing, which makes its item, or an alternate or part of it, also belongs to what
 * does not make that item.
 */
function isEndedForOthers(
  routing: Operation,
  users: ReadonlyMap<Operation, readonly Operation[]>,
  itemOf: (operation: Operation) => Item | undefined,
): boolean {
  const item = itemOf(routing)
  const isShared = (operation: Operation): boolean => {
    const all = users.get(operation) ?? []
    if (all.length > 1 && all.some((user) => itemOf(user) !== item)) return true
    return operation.kind !== 'routing' && operation.steps.some((step) => isShared(step.operation))
  }
  return item !== undefined && isShared(lastStep(routing.steps)!.operation)
}

/** Returns the steps of a routing with copies of those that others share; they wait for each other as before. */
function withCopies(steps: readonly Step[], isShared: (step: Step) => boolean): readonly Step[] {
  const copies = new Map<Operation, Operation>()
  for (const step of steps) if (isShared(step)) copies.set(step.operation, copyOf(step).operation)
  const own = steps.map((step) => ({ ...step, operation: copies.get(step.operation) ?? step.operation }))
  const waitingFor = (dependency: Dependency): Dependency => {
    const on = copies.get(dependency.on)
    return on === undefined ? dependency : { ...dependency, on }
  }
  for (const { operation } of own) operation.dependencies = operation.dependencies.map(waitingFor)
  return own
}

/** Returns a copy of a step with copies of its alternates or parts. */
const copyOf = (step: Step): Step => {
  const { kind, steps } = step.operation
  return {
    ...step,
    operation: { ...step.operation, steps: kind === 'routing' ? steps : steps.map(copyOf) },
  }
}

function attachFlows({ steps, headerFlows }: Operation): void {
  const { first, last } = carriersOf(steps)
  for (const group of headerFlows) {
    for (const leaf of leavesOf(isAtStart(group) ? first : last)) {
      leaf.flows = [...leaf.flows, group]
    }
  }
}

/** Returns the resources that can be held during a whole routing; others are reported. */
function heldLoads({ invalid }: Surroundings, { name, loads }: Operation): readonly LoadGroup[] {
  return loads.filter((group) => {
    const faults = group.loads.flatMap(({ resource, setup }) => {
      const named = { resource: resource.name }
      return [
        ...(resource.buckets === undefined ? [] : [sentence('faults_buckets', named)]),
        ...(resource.setups === undefined && setup === undefined ? [] : [sentence('faults_setups', named)]),
        ...(resource.efficiency === 100 ? [] : [sentence('faults_efficiency', named)]),
      ]
    })
    if (group.loads.length > 1 && group.loads.some(({ resource }) => resource.calendars.length > 0))
      faults.push(sentence('faults_choice'))
    if (faults.length === 0) return true
    const description = sentence('routing_resource', { owner: name, faults: faults.join(', ') })
    invalid.push({ entity: 'operation', owner: name, description })
    return false
  })
}
