/** Parses the request for a promise of a new sales order to a trial that creates the order. */
import { randomUUID } from 'node:crypto'
import { fieldErrors } from '../../errors/service-error.ts'

const fields = ['name', 'item', 'location', 'customer', 'quantity', 'due', 'priority', 'minshipment'] as const
const members: ReadonlySet<string> = new Set(fields)
const needed = ['item', 'quantity', 'due'] as const

/** Priority after all other sales orders. */
const lowestPriority = 999

/**
 * Returns the trial in the format of `parseTrial`. Without a priority no other order is moved; with one, the order
 * may displace less urgent ones. Throws `invalid_record`; the values of fields are validated by the write path.
 */
export function parsePromise(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const unknown = Object.keys(body).filter((name) => !members.has(name))
  if (unknown.length > 0)
    throw fieldErrors(Object.fromEntries(unknown.map((name) => [name, [{ code: 'unknown_field' }]])))
  const missing = needed.filter((name) => body[name] === undefined || body[name] === null)
  if (missing.length > 0)
    throw fieldErrors(Object.fromEntries(missing.map((name) => [name, [{ code: 'required' }]])))
  const given = Object.fromEntries(
    fields.flatMap((name) => (body[name] === undefined || body[name] === null ? [] : [[name, body[name]]])),
  )
  const name = `Promise ${randomUUID().slice(0, 8)}`
  return {
    edits: [
      { entity: 'input.demand', action: 'create', fields: { name, priority: lowestPriority, ...given } },
    ],
    displace: given['priority'] !== undefined,
  }
}
