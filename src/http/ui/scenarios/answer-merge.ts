/**
 * `POST /api/scenarios/<a>/merge/<b>/`: creates a proposal in the second scenario with the changes of the first one
 * since their common ancestor: all changes, those of some entities, or single records of the difference.
 */
import type { differenceEndpoints } from '../../../contract/differences.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { DataContext } from '../../../data/context.ts'
import { homeOf } from '../../../database/homes.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { type Message, messageText } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import { createMergeProposal, type MergeChoice, readNeeded } from '../../../proposals/merge/merge-proposal.ts'
import { requireProposing } from '../../../proposals/rights.ts'
import { chosenEntities } from '../../../scenarios/difference/open-difference.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { approvalRules } from '../../../settings/scenario-settings.ts'
import { type EndpointHandler, Reply } from '../../contract/routes.ts'
import { labelled } from '../history/answer-audit.ts'
import { answeredPath } from '../../request-target.ts'
import type { WordCall } from '../word-call.ts'
import { titles } from './answer-difference.ts'
import { scenarioPair, seesInBoth } from './scenario-pair.ts'

/**
 * Creates the proposal. Requires the permissions to propose in the second scenario, and to view the merged records in
 * both.
 */
export const postMerge: EndpointHandler<
  (typeof differenceEndpoints)['POST /api/scenarios/{a}/merge/{b}/']
> = async (call, { body }) => {
  const { exchange, principal } = call
  const pair = await scenarioPair(call)
  const { b, label } = pair
  requireProposing(principal, b)
  const { title = '', description = '', submit = false, ...chosen } = await body()
  rejectUnknownEntities(call, chosen.entities)
  const texts = await loadMessages(exchange.language)
  const { service } = exchange
  const { proposal, edits, needed, conflicts } = await createMergeProposal(targetOf(call, b), {
    ...choiceOf(call, pair, chosen),
    title: title.trim() || messageText({ code: 'merge_title', params: { scenario: label } }, texts),
    description,
    submit,
    rules: approvalRules(service.settings, b),
  })
  // There is no proposal if both scenarios have the same values.
  if (proposal === null) return new Reply({ proposal, edits, needed, conflict_count: 0 }, { status: 200 })
  const headers = { location: answeredPath(service.settings, b, `/api/proposals/${proposal}/`) }
  return new Reply({ proposal, edits, needed, conflict_count: conflicts }, { status: 201, headers })
}

/** Lists what a merge of the chosen changes adds. Requires the same permissions as the merge. */
export const answerNeeded: EndpointHandler<
  (typeof differenceEndpoints)['POST /api/scenarios/{a}/merge/{b}/needed/']
> = async (call, { body }) => {
  const pair = await scenarioPair(call)
  requireProposing(call.principal, pair.b)
  const chosen = await body()
  rejectUnknownEntities(call, chosen.entities)
  const needed = await readNeeded(targetOf(call, pair.b), choiceOf(call, pair, chosen))
  const shown = needed.slice(0, mostShown)
  const { exchange } = call
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const context = { ...call.context, home: homeOf(call.context.control, pair.a) }
  const titleOf = await titles({ ...call, context }, pair, shown)
  const records = shown.map((record) => {
    const { entity, key } = record
    const { label, route } = labelled(call, entity, labels)
    return { entity, label, route, key, title: titleOf(record) ?? key }
  })
  return { records, count: needed.length }
}

/** Maximum number of needed changes that are listed. */
const mostShown = 1_000

const targetOf = ({ exchange, context }: WordCall, scenario: string): DataContext =>
  exchange.service.dataContext({ scenario, actor: context.actor, signal: context.signal })

type Choice = BodyOf<(typeof differenceEndpoints)['POST /api/scenarios/{a}/merge/{b}/needed/']>

const choiceOf = (
  call: WordCall,
  pair: { readonly a: string; readonly b: string },
  { entities = [], records, changesets, base }: Choice,
): MergeChoice => ({
  source: pair.a,
  entities,
  records,
  changesets,
  alone: base === 'none',
  authorize: (merged) => requireVisible(call, pair, merged),
})

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

function rejectUnknownEntities({ context }: WordCall, names: readonly string[] = []): void {
  for (const [place, name] of names.entries()) {
    if (chosenEntities(context.model, [name]).length > 0) continue
    const message: Message = {
      code: 'invalid_choice',
      params: { value: JSON.stringify(name).slice(0, 100), choices: 'input.demand, input.item, …' },
    }
    throw fieldErrors({ [`entities.${place}`]: [message] })
  }
}
