/**
 * `POST /api/scenarios/<a>/merge/<b>/`: creates a proposal in the second scenario with the changes of the first one
 * since their common ancestor: all changes, those of some entities, or single records of the difference.
 */
import { loadMessages } from '../../../errors/load-messages.ts'
import { type Message, messageText } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import { type ChosenRecord, createMergeProposal } from '../../../proposals/merge/merge-proposal.ts'
import { parseText } from '../../../proposals/parse-proposal.ts'
import { maxEdits, maxTextLength, maxTitleLength } from '../../../proposals/proposal.ts'
import { requireProposing } from '../../../proposals/rights.ts'
import { chosenEntities } from '../../../scenarios/difference/open-difference.ts'
import { approvalRules } from '../../../settings/scenario-settings.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { objectBody, type WordCall } from '../word-call.ts'
import { scenarioPair, seesInBoth } from './scenario-pair.ts'

const members: ReadonlySet<string> = new Set([
  'entities',
  'records',
  'base',
  'title',
  'description',
  'submit',
])

/**
 * Creates the proposal. Requires the permissions to propose in the second scenario, and to view the merged records in
 * both.
 */
export async function postMerge(call: WordCall): Promise<Answer> {
  const { exchange, principal, context } = call
  const { a, b } = await scenarioPair(call)
  requireProposing(principal, b)
  const body = await objectBody(call)
  const unknown = Object.keys(body).filter((name) => !members.has(name))
  if (unknown.length > 0)
    throw fieldErrors(Object.fromEntries(unknown.map((name) => [name, [{ code: 'unknown_field' }]])))
  const texts = await loadMessages(exchange.language)
  const title = parseText(body, 'title', maxTitleLength).trim()
  const { service } = exchange
  const target = service.dataContext({ scenario: b, actor: context.actor, signal: context.signal })
  const { proposal, edits, conflicts } = await createMergeProposal(target, {
    source: a,
    entities: entitiesOf(call, body['entities']),
    records: recordsOf(body['records']),
    alone: baseOf(body['base']) === 'none',
    title: title === '' ? messageText({ code: 'merge_title', params: { scenario: a } }, texts) : title,
    description: parseText(body, 'description', maxTextLength),
    submit: flagOf(body['submit']),
    rules: approvalRules(service.settings, b),
    authorize: (entities) => requireVisible(call, { a, b }, entities),
  })
  // There is no proposal if both scenarios have the same values.
  if (proposal === null) return jsonAnswer(200, { proposal, edits, conflict_count: 0 })
  const prefix = b === 'default' ? '' : `/${encodeURIComponent(b)}`
  const headers = { location: `${prefix}/api/proposals/${proposal}/` }
  return jsonAnswer(201, { proposal, edits, conflict_count: conflicts }, headers)
}

/**
 * Throws `permission_denied` if the user may not view the merged records and their references in both scenarios,
 * because the merge reveals their values.
 */
function requireVisible(
  call: WordCall,
  pair: { readonly a: string; readonly b: string },
  entities: readonly Entity[],
): void {
  const { model } = call.context
  const referred = entities.flatMap(({ fields }) =>
    fields.flatMap(({ reference }) =>
      reference === undefined ? [] : [requireEntity(model, reference.entity)],
    ),
  )
  if (![...entities, ...referred].every((entity) => seesInBoth(call, pair, entity)))
    throw new ServiceError('permission_denied')
}

function entitiesOf({ context }: WordCall, value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw fieldErrors({ entities: [{ code: 'not_a_list' }] })
  return value.map((name: unknown, place) => {
    if (typeof name === 'string' && chosenEntities(context.model, [name]).length > 0) return name
    const given = (JSON.stringify(name) ?? '').slice(0, 100)
    const message: Message = {
      code: 'invalid_choice',
      params: { value: given, choices: 'input.demand, input.item, …' },
    }
    throw fieldErrors({ [`entities.${place}`]: [message] })
  })
}

function recordsOf(value: unknown): readonly ChosenRecord[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw fieldErrors({ records: [{ code: 'not_a_list' }] })
  if (value.length === 0) throw fieldErrors({ records: [{ code: 'required' }] })
  if (value.length > maxEdits)
    throw fieldErrors({ records: [{ code: 'too_many_values', params: { limit: maxEdits } }] })
  return value.map((record: unknown, place): ChosenRecord => {
    const given: Readonly<Record<string, unknown>> = { ...Object(record) }
    const text = (name: 'entity' | 'key'): string => {
      const found = given[name]
      if (typeof found === 'string' && found !== '' && !found.includes('\0')) return found
      throw fieldErrors({ [`records.${place}.${name}`]: [{ code: 'required' }] })
    }
    return { entity: text('entity'), key: text('key') }
  })
}

const bases = ['ancestor', 'none'] as const

function baseOf(value: unknown): (typeof bases)[number] {
  const found = bases.find((one) => one === (value ?? 'ancestor'))
  if (found !== undefined) return found
  const given = (JSON.stringify(value) ?? '').slice(0, 100)
  throw fieldErrors({ base: [{ code: 'not_one_of', params: { value: given, known: bases.join(', ') } }] })
}

function flagOf(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  throw fieldErrors({ submit: [{ code: 'invalid_boolean' }] })
}
