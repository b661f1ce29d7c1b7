/** `POST /api/release/`: approves proposed orders, with a receipt for each and never twice. */
import { authorize } from '../../../auth/rights/policies.ts'
import type { Message } from '../../../errors/messages.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import {
  findOrderTypes,
  isReleasable,
  releasableEntities,
  releaseOrders,
} from '../../../planning/release/release-orders.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { objectBody, type WordCall } from '../word-call.ts'
import { requirePlanView } from '../plan/plan-view.ts'

const mostReferences = 10_000

/** Needs the right to change the orders of each type that is released. Throws `invalid_record`, `permission_denied`. */
export async function postRelease(call: WordCall): Promise<Answer> {
  const { context, exchange, principal, scenario } = call
  requirePlanView(call)
  const body = await objectBody(call)
  const unknown = Object.keys(body).find((name) => name !== 'references')
  if (unknown !== undefined) refuse(unknown, { code: 'unknown_field' })
  const references = parseReferences(body['references'])
  const types = new Set((await findOrderTypes(context, references)).values())
  for (const type of types) {
    if (isReleasable(type))
      authorize(principal, scenario, requireEntity(context.model, releasableEntities[type]), 'PATCH')
  }
  try {
    return jsonAnswer(200, await releaseOrders(context, references))
  } finally {
    exchange.listTags.forget(scenario)
  }
}

function refuse(field: string, message: Message): never {
  throw fieldErrors({ [field]: [message] })
}

function parseReferences(given: unknown): readonly string[] {
  if (given === undefined) refuse('references', { code: 'required' })
  if (!Array.isArray(given)) refuse('references', { code: 'not_a_list' })
  if (given.length === 0) refuse('references', { code: 'required' })
  if (given.length > mostReferences)
    refuse('references', { code: 'too_many_values', params: { limit: mostReferences } })
  const texts = given.map((reference: unknown) => {
    if (typeof reference !== 'string') refuse('references', { code: 'invalid_text' })
    if (reference.includes('\0')) refuse('references', { code: 'nul_character' })
    if (!reference.isWellFormed()) refuse('references', { code: 'lone_surrogate' })
    return reference
  })
  return [...new Set(texts)]
}
