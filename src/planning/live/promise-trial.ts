/** Converts the request for a promise of a new sales order to a trial that creates the order. */
import { randomUUID } from 'node:crypto'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { planEndpoints } from '../../contract/plan.ts'
import { FaultyEdits, type RecordEditFault } from '../../data/write/edits/apply-edits.ts'
import type { Attempt } from '../../planner/live/attempt.ts'
import { largestQuantity } from '../../planner/network/plannable.ts'
import { latestOf } from '../../planner/result/constraint-rows.ts'
import { day, endOfData } from '../../planner/time.ts'
import { epsilon } from '../../planner/timeline/profile.ts'
import type { EditedData } from './live-data.ts'
import { datetimeText } from './present-trial.ts'

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

/**
 * Throws `FaultyEdits` if the promised sales order cannot be planned: it is due or its quantity is beyond all data, it
 * was due longer ago than a sales order may be late, or it has no location and its item is not stocked at just one.
 * That it cannot be delivered would be no answer to the enquiry.
 */
export function refuseUnplannable(
  attempt: Attempt,
  { incomplete }: Pick<EditedData, 'incomplete'>,
  name: string,
): void {
  const left = incomplete.find((row) => row.name === name)
  if (left !== undefined) {
    if ((left.due ?? 0) >= endOfData) throw faulty('due', { code: 'near_due_needed' })
    throw (left.quantity ?? 0) > largestQuantity
      ? faulty('quantity', { code: 'smaller_quantity_needed', params: { most: largestQuantity } })
      : faulty('quantity', { code: 'not_above', params: { minimum: epsilon } })
  }
  const demand = attempt.deliveryOf(name)?.demand
  if (demand?.fault !== undefined)
    throw faulty('location', { code: 'location_needed', params: { item: demand.item.name } })
  if (demand !== undefined && latestOf(demand) < attempt.state.input.settings.current)
    throw faulty('due', {
      code: 'later_due_needed',
      params: { due: datetimeText(demand.due).slice(0, 10), days: Math.floor(demand.maximumLateness / day) },
    })
}

const faulty = (field: string, message: RecordEditFault['message']): FaultyEdits =>
  new FaultyEdits([{ edit: 0, entity: 'input.demand', key: null, field, message }])
