/** The edit that does what an exception proposes: another date for an order, or its end. */
import type { PlanException } from '../../api/exceptions.ts'
import type { PlanEdit } from '../../api/plan-trials.ts'
import { orderEntities } from './exception-places.ts'

/** Undefined where the exception proposes nothing of the kind. */
export function editOf({ kind, type, subject, enddate }: PlanException): PlanEdit | undefined {
  const entity = orderEntities[type ?? '']
  if (entity === undefined) return undefined
  if (kind === 'cancel') return { entity, action: 'update', key: subject, fields: { status: 'closed' } }
  if (kind !== 'expedite' && kind !== 'postpone') return undefined
  return enddate === null ? undefined : { entity, action: 'update', key: subject, fields: { enddate } }
}
