/** Converts the proposal of an exception to an edit: another date of an order, or its cancellation. */
import type { PlanException } from '../../platform/api/exceptions.ts'
import type { PlanEdit } from '../../platform/api/plan-trials.ts'
import { orderEntities } from './exception-places.ts'

/** Returns undefined if the exception proposes no change. */
export function editOf({ kind, type, subject, enddate }: PlanException): PlanEdit | undefined {
  const entity = orderEntities[type ?? '']
  if (entity === undefined) return undefined
  if (kind === 'cancel') return { entity, action: 'update', key: subject, fields: { status: 'closed' } }
  if (kind !== 'expedite' && kind !== 'postpone') return undefined
  return enddate === null ? undefined : { entity, action: 'update', key: subject, fields: { enddate } }
}
