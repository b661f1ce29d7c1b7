/** Converts the request for a promise of a new sales order to a trial that creates the order. */
import { randomUUID } from 'node:crypto'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { planEndpoints } from '../../contract/plan.ts'

type PlanEndpoints = typeof planEndpoints

/** Priority after all other sales orders. */
const lowestPriority = 999

/**
 * Returns the body of the trial. Without a priority no other order is moved; with one, the order may displace less
 * urgent ones. The values of fields are validated by the write path.
 */
export function promiseTrial(
  given: BodyOf<PlanEndpoints['POST /api/plan/promise/']>,
): BodyOf<PlanEndpoints['POST /api/plan/trial/']> {
  // Clients send null for what they leave out.
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const name = `Promise ${randomUUID().slice(0, 8)}`
  return {
    edits: [
      { entity: 'input.demand', action: 'create', fields: { name, priority: lowestPriority, ...fields } },
    ],
    displace: fields['priority'] !== undefined,
  }
}
