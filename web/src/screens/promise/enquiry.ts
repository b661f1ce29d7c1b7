/** Converts the form of an enquiry to a request. */
import type { PromiseRequest } from '../../platform/api/plan-trials.ts'
import type { Row } from '../../platform/meta/entity-meta.ts'

export type Enquiry = Omit<PromiseRequest, 'name'>

/** Returns undefined if item, quantity or due date is missing. */
export function enquiryOf({ item, location, customer, quantity, due, priority }: Row): Enquiry | undefined {
  if (typeof item !== 'string' || typeof quantity !== 'number' || typeof due !== 'string') return undefined
  return {
    item,
    quantity,
    due,
    ...(typeof location === 'string' ? { location } : {}),
    ...(typeof customer === 'string' ? { customer } : {}),
    ...(typeof priority === 'number' ? { priority } : {}),
  }
}
