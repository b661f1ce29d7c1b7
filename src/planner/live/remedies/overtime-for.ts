/**
 * Additional time of one resource where it helps: before the sales order that is delayed most by the resource, or in
 * the next weeks.
 */
import { latenessOf, plannedOf } from '../../lateness.ts'
import type { Delivery } from '../../search/delivery.ts'
import { day } from '../../time.ts'
import { reasonFacts } from '../consequences/facts-of.ts'
import type { LivePlan } from '../live-plan.ts'
import { familiesWithin, windowOf } from './overtime.ts'
import { situationOf } from './remedies-for.ts'
import type { Candidate } from './remedy.ts'

/** Number of days considered if no sales order is delayed by the resource. */
const usualDays = 28
/** Number of amounts returned per kind, the largest ones. */
const amountsPerKind = 2

export interface Overtime {
  /**
   * Sales order that is late because of the resource; of several, the one that would be the most days earlier without
   * it, as the constraints of the plan say. Undefined without one.
   */
  readonly demand: string | undefined
  /** Candidates that were not tried. Empty for a resource without a limit, or without time that could be added. */
  readonly candidates: readonly Candidate[]
}

/** Returns by how many days a resource delays a sales order, alone or with others; undefined if it is no reason. */
function daysBecauseOf(resource: string, { demand, reasons, shipments }: Delivery): number | undefined {
  const own = reasons.filter(({ kind, owner }) => kind === 'capacity' && owner === resource)
  if (own.length === 0) return undefined
  const facts = reasonFacts(own, demand.due, plannedOf(shipments).last ?? null)
  return Math.max(...facts.map(({ days }) => days))
}

/** Returns additional time of a resource; undefined if the resource does not exist. */
export function overtimeFor(live: LivePlan, name: string): Overtime | undefined {
  const { state, input } = live
  const row = input.resources.find((one) => one.name === name)
  const resource = state.network.resources.all.find((one) => one.name === name)
  if (row === undefined || resource === undefined) return undefined
  const late = [...state.deliveries.values()]
    .flatMap((delivery) => {
      const days = daysBecauseOf(name, delivery)
      return days === undefined ? [] : [{ delivery, days, lateness: latenessOf([delivery]) }]
    })
    .toSorted((a, b) => b.days - a.days || b.lateness - a.lateness)
  const demand = late[0]?.delivery.demand.name
  const situation = demand === undefined ? undefined : situationOf(live, demand)
  const now = Math.floor(input.settings.current / day) * day
  const window = (situation === undefined ? undefined : windowOf(situation, resource)) ?? {
    from: now,
    to: now + usualDays * day,
  }
  const families = [...familiesWithin({ live }, row, resource, window)]
  return {
    demand,
    candidates: families
      .flatMap((family) => family.slice(-amountsPerKind))
      .filter(({ edits }) => edits.length > 0),
  }
}
