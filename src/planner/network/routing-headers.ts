/**
 * Applies materials and resources of the routing itself. Materials are consumed at the start of the first step and
 * produced at the end of the last one. Resources are held from the start to the end of the routing, and all steps run
 * only while the routing and its resources are open. No step starts within the fence of the routing.
 */
import { calendarsOfGroups } from './load-calendars.ts'
import type { Dependency, LoadGroup, Operation, Step } from './nodes.ts'
import type { Surroundings } from './surroundings.ts'
import { lastStep } from './last-step.ts'
import { leavesOf, usersOf } from './leaves.ts'
import { carriersOf, isAtStart } from './step-periods.ts'
import { sentence } from '../sentences.ts'

/** Adds the requirements of every routing to its steps. */
export function applyHeaders(surroundings: Surroundings, operations: Iterable<Operation>): void {
  const all = [...operations]
  const users = usersOf(all)
  for (const routing of all) {
    if (routing.kind !== 'routing' || routing.steps.length === 0) continue
    routing.loads = heldLoads(surroundings, routing)
    const closed = [...routing.calendars, ...calendarsOfGroups(routing.loads)]
    const isPlain = routing.flows.length === 0 && closed.length === 0 && routing.fence === 0
    if (isPlain && !isEndedForOthers(routing, users)) continue
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
        // A fence of 0 is the default.
        if (routing.fence !== 0)
          leaf.fence = leaf.fence === 0 ? routing.fence : Math.max(leaf.fence, routing.fence)
        const missing = closed.filter((calendar) => !leaf.calendars.includes(calendar))
        if (missing.length === 0) continue
        leaf.calendars = [...leaf.calendars, ...missing]
        leaf.work = surroundings.calendars.work(leaf.calendars)
      }
    }
  }
}

/** Returns whether the last step of a routing, which makes its item, also ends a routing that does not make that item. */
const isEndedForOthers = (
  { item, steps }: Operation,
  users: ReadonlyMap<Operation, readonly Operation[]>,
): boolean =>
  item !== undefined &&
  (users.get(lastStep(steps)!.operation) ?? []).some((user) => user.kind === 'routing' && user.item !== item)

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
