/**
 * Applies materials and resources of the routing itself. Materials are consumed at the start of the first step and
 * produced at the end of the last one. Resources are held from the start to the end of the routing, and all steps run
 * only while the routing and its resources are open.
 */
import { calendarsOfGroups } from './load-calendars.ts'
import type { FlowGroup, LoadGroup, Operation, Step } from './nodes.ts'
import type { Surroundings } from './surroundings.ts'
import { lastStep } from './last-step.ts'
import { leavesOf } from './leaves.ts'

/** Adds the requirements of every routing to its steps. */
export function applyHeaders(surroundings: Surroundings, operations: Iterable<Operation>): void {
  const all = [...operations]
  const uses = new Map<Operation, number>()
  for (const { steps } of all)
    for (const step of steps) uses.set(step.operation, (uses.get(step.operation) ?? 0) + 1)
  const waitedFor = new Set(all.flatMap(({ dependencies }) => dependencies.map(({ on }) => on)))
  for (const routing of all) {
    if (routing.kind !== 'routing' || routing.steps.length === 0) continue
    routing.loads = heldLoads(surroundings, routing)
    const closed = [...routing.calendars, ...calendarsOfGroups(routing.loads)]
    if (routing.flows.length === 0 && closed.length === 0) continue
    // A step that several routings share stays unchanged.
    const isShared = ({ operation }: Step): boolean => (uses.get(operation) ?? 0) > 1
    if (routing.steps.some(isShared)) {
      const fixed = routing.steps.some(
        ({ operation }) => operation.dependencies.length > 0 || waitedFor.has(operation),
      )
      if (fixed && routing.flows.length > 0) {
        const description = `The materials of routing "${routing.name}" are not planned: it shares steps that wait for others. Give them to its steps.`
        surroundings.invalid.push({ entity: 'operation', owner: routing.name, description })
        continue
      }
      if (!fixed) routing.steps = routing.steps.map(copyOf)
    }
    routing.headerFlows = routing.flows
    routing.flows = []
    attachFlows(routing)
    for (const { operation } of routing.steps) {
      for (const leaf of leavesOf(operation)) {
        const missing = closed.filter((calendar) => !leaf.calendars.includes(calendar))
        if (missing.length === 0) continue
        leaf.calendars = [...leaf.calendars, ...missing]
        leaf.work = surroundings.calendars.work(leaf.calendars)
      }
    }
  }
}

const copyOf = (step: Step): Step => ({ ...step, operation: { ...step.operation } })

function attachFlows({ steps, headerFlows }: Operation): void {
  const inside = new Set(steps.map(({ operation }) => operation))
  const first =
    steps.find(({ operation }) => operation.dependencies.every(({ on }) => !inside.has(on))) ?? steps[0]!
  const last = lastStep(steps)!
  for (const group of headerFlows) {
    for (const leaf of leavesOf((isAtStart(group) ? first : last).operation)) {
      leaf.flows = [...leaf.flows, group]
    }
  }
}

const isAtStart = ({ consumes, flows }: FlowGroup): boolean =>
  flows[0]!.at === 'start' || (flows[0]!.at === 'transfer_batch' && consumes)

/** Returns the resources that can be held during a whole routing; others are reported. */
function heldLoads({ invalid }: Surroundings, { name, loads }: Operation): readonly LoadGroup[] {
  return loads.filter((group) => {
    const faults = group.loads.flatMap(({ resource, setup }) => [
      ...(resource.buckets === undefined ? [] : [`"${resource.name}" counts time buckets`]),
      ...(resource.setups === undefined && setup === undefined ? [] : [`"${resource.name}" has setups`]),
      ...(resource.efficiency === 100 ? [] : [`"${resource.name}" has an efficiency`]),
    ])
    if (group.loads.length > 1 && group.loads.some(({ resource }) => resource.calendars.length > 0))
      faults.push('one of several resources with calendars would be chosen')
    if (faults.length === 0) return true
    const description = `A resource of routing "${name}" itself does not count: ${faults.join(', ')}. Give it to its steps.`
    invalid.push({ entity: 'operation', owner: name, description })
    return false
  })
}
