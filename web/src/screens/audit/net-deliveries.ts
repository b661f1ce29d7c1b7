/** Combines what several plans in a row changed for sales orders. */
import type { StoredPlan } from '../../platform/api/plan-history.ts'

type Deliveries = NonNullable<StoredPlan['figures']['deliveries']>

/**
 * Returns the orders that are late after the plans and were not before, and those that are on time again. Plans name only
 * their first orders: the others are only counted.
 * @param plans oldest first
 */
export function netDeliveries(plans: readonly (Deliveries | null)[]): Deliveries {
  const [late, recovered] = [new Set<string>(), new Set<string>()]
  let [othersLate, othersRecovered] = [0, 0]
  for (const plan of plans) {
    if (plan === null) continue
    for (const name of plan.late.names) if (!recovered.delete(name)) late.add(name)
    for (const name of plan.recovered.names) if (!late.delete(name)) recovered.add(name)
    othersLate += plan.late.count - plan.late.names.length
    othersRecovered += plan.recovered.count - plan.recovered.names.length
  }
  const [only] = plans
  const none = { count: 0, names: [] }
  return {
    late: { count: late.size + othersLate, names: [...late] },
    recovered: { count: recovered.size + othersRecovered, names: [...recovered] },
    // Later and earlier than before the last of several plans says nothing about all of them.
    later: (plans.length === 1 ? only?.later : undefined) ?? none,
    earlier: (plans.length === 1 ? only?.earlier : undefined) ?? none,
  }
}
