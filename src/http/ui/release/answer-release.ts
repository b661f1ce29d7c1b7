/**
 * `POST /api/release/`: releases proposed orders; each gets a receipt, and none is released twice.
 * `POST /api/release/receipts/`: stores the response of an ERP system to released orders.
 */
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
import { type OrderReceipt, recordReceipts } from '../../../planning/release/order-receipts.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { objectBody, type WordCall } from '../word-call.ts'
import { requirePlanView } from '../plan/plan-view.ts'

const mostReferences = 10_000

/**
 * Releases orders. Requires the permission to change the orders of each released type. Throws `invalid_record`,
 * `permission_denied`.
 */
export async function postRelease(call: WordCall): Promise<Answer> {
  const { context, exchange, scenario } = call
  requirePlanView(call)
  const body = await objectBody(call)
  const unknown = Object.keys(body).find((name) => name !== 'references')
  if (unknown !== undefined) refuse(unknown, { code: 'unknown_field' })
  const references = parseReferences(body['references'])
  await requireChanging(call, references)
  try {
    return jsonAnswer(200, await releaseOrders(context, references))
  } finally {
    exchange.listTags.forget(scenario)
  }
}

/** Throws `permission_denied` if the user may not change orders of one of the types. */
async function requireChanging(
  { context, principal, scenario }: WordCall,
  references: readonly string[],
): Promise<void> {
  const types = new Set((await findOrderTypes(context, references)).values())
  for (const type of types) {
    if (isReleasable(type))
      authorize(principal, scenario, requireEntity(context.model, releasableEntities[type]), 'PATCH')
  }
}

/** Stores receipts. Requires the same permissions as a release. Throws `invalid_record`, `permission_denied`. */
export async function postReceipts(call: WordCall): Promise<Answer> {
  requirePlanView(call)
  const { receipts: given, ...others } = await objectBody(call)
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) refuse(unknown, { code: 'unknown_field' })
  if (!Array.isArray(given)) refuse('receipts', { code: given === undefined ? 'required' : 'not_a_list' })
  if (given.length > mostReferences)
    refuse('receipts', { code: 'too_many_values', params: { limit: mostReferences } })
  const receipts = given.map((item: unknown) => parseReceipt(item))
  await requireChanging(
    call,
    receipts.map(({ reference }) => reference),
  )
  const stored = await recordReceipts(call.context, receipts)
  return jsonAnswer(200, {
    stored: [...stored],
    refused: receipts.map(({ reference }) => reference).filter((reference) => !stored.has(reference)),
  })
}

const longestReason = 1_000

function parseReceipt(item: unknown): OrderReceipt {
  const { reference, receipt, number, reason }: Readonly<Record<string, unknown>> = Object(item)
  if (receipt !== 'accepted' && receipt !== 'rejected')
    refuse('receipts', {
      code: 'invalid_choice',
      params: { value: JSON.stringify(receipt ?? null).slice(0, 100), choices: 'accepted, rejected' },
    })
  return {
    reference: parseText(reference),
    receipt,
    number: number === undefined || number === null ? undefined : parseText(number),
    reason: reason === undefined || reason === null ? undefined : parseText(reason),
  }
}

function parseText(value: unknown): string {
  if (typeof value !== 'string') refuse('receipts', { code: 'invalid_text' })
  if (value.includes('\0')) refuse('receipts', { code: 'nul_character' })
  if (!value.isWellFormed()) refuse('receipts', { code: 'lone_surrogate' })
  if (value.length > longestReason) refuse('receipts', { code: 'too_long', params: { limit: longestReason } })
  return value
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
