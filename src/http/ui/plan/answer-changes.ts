/**
 * `GET /api/plan/<number>/changes/`: returns the proposed orders that a stored plan added, moved, resized and
 * dropped, as JSON lines.
 */
import { Readable } from 'node:stream'
import { decide } from '../../../auth/rights/policies.ts'
import { parameterError } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import { findPlan, readPlanChanges } from '../../../planning/history/plan-changes.ts'
import { type KeptChange, orderChanges } from '../../../planning/store/store-changes.ts'
import type { Answer } from '../../answer.ts'
import { parameter } from '../../request-target.ts'
import type { WordCall } from '../word-call.ts'

/**
 * Returns the changes of the order types that the user may view. Throws `not_found`, and `plan_changes_expired`
 * (410).
 */
export async function answerPlanChanges(call: WordCall, plan: number): Promise<Answer> {
  const { context, exchange } = call
  const types = visibleTypes(call)
  const wanted = choices(call, 'change', orderChanges)
  const found = await findPlan(context, plan)
  if (found === undefined) throw new ServiceError('not_found')
  if (!found.kept) throw new ServiceError('plan_changes_expired', { plan })
  const headers = { 'content-type': 'application/x-ndjson' }
  if (exchange.request.method === 'HEAD') return { status: 200, headers }
  const isWanted = ([, type, change]: KeptChange): boolean => types.has(type) && wanted.has(change)
  async function* texts(): AsyncGenerator<string> {
    for await (const orders of readPlanChanges(context, found!.changeset)) {
      yield orders.filter(isWanted).map(lineOf).join('')
    }
  }
  return { status: 200, headers, body: Readable.from(texts(), { objectMode: false }) }
}

function lineOf([reference, type, change, start, end, quantity]: KeptChange): string {
  return `${JSON.stringify({ reference, type, change, start, end, quantity })}\n`
}

/** Returns the requested order types that the user may view. Throws `permission_denied` and `invalid_parameter`. */
function visibleTypes(call: WordCall): ReadonlySet<string> {
  const { context, principal, scenario } = call
  const orders = requireEntity(context.model, 'input.operationplan')
  const known = orders.fieldByName.get('type')?.choices ?? []
  const viewsOrders = decide(principal, scenario, orders, 'view') === 'all'
  const visible = known.filter((type) => {
    const view = context.model.entities.find(
      (entity) => entity.view?.of === orders.name && entity.view.type === type,
    )
    return viewsOrders || (view !== undefined && decide(principal, scenario, view, 'view') === 'all')
  })
  if (visible.length === 0) throw new ServiceError('permission_denied')
  const wanted = choices(call, 'type', known)
  return new Set(visible.filter((type) => wanted.has(type)))
}

/**
 * Returns the values of a comma-separated parameter; all known values if it is missing. Throws `invalid_parameter`.
 */
function choices({ query }: WordCall, name: string, known: readonly string[]): ReadonlySet<string> {
  const text = parameter(query, name) ?? ''
  if (text === '') return new Set(known)
  const given = text.split(',').map((value) => value.trim())
  const unknown = given.find((value) => !known.includes(value))
  if (unknown === undefined) return new Set(given)
  const params = { value: unknown.slice(0, 50), choices: known.join(', ') }
  throw parameterError(name, { code: 'invalid_choice', params })
}
