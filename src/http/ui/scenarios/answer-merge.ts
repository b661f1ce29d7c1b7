/**
 * `POST /api/scenarios/<a>/merge/<b>/`: creates a proposal in the second scenario with the changes of the first one
 * since their common ancestor: all changes, those of some entities, or single records of the difference.
 */
import type { differenceEndpoints } from '../../../contract/differences.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { type Message, messageText } from '../../../errors/messages.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import { createMergeProposal } from '../../../proposals/merge/merge-proposal.ts'
import { requireProposing } from '../../../proposals/rights.ts'
import { chosenEntities } from '../../../scenarios/difference/open-difference.ts'
import { approvalRules } from '../../../settings/scenario-settings.ts'
import { type EndpointHandler, Reply } from '../../contract/routes.ts'
import { answeredPath } from '../../request-target.ts'
import type { WordCall } from '../word-call.ts'
import { scenarioPair, seesInBoth } from './scenario-pair.ts'

/**
 * Creates the proposal. Requires the permissions to propose in the second scenario, and to view the merged records in
 * both.
 */
export const postMerge: EndpointHandler<
  (typeof differenceEndpoints)['POST /api/scenarios/{a}/merge/{b}/']
> = async (call, { body }) => {
  const { exchange, principal, context } = call
  const { a, b, label } = await scenarioPair(call)
  requireProposing(principal, b)
  const { entities = [], records, base, title = '', description = '', submit = false } = await body()
  rejectUnknownEntities(call, entities)
  const texts = await loadMessages(exchange.language)
  const { service } = exchange
  const target = service.dataContext({ scenario: b, actor: context.actor, signal: context.signal })
  const { proposal, edits, conflicts } = await createMergeProposal(target, {
    source: a,
    entities,
    records,
    alone: base === 'none',
    title: title.trim() || messageText({ code: 'merge_title', params: { scenario: label } }, texts),
    description,
    submit,
    rules: approvalRules(service.settings, b),
    authorize: (merged) => requireVisible(call, { a, b }, merged),
  })
  // There is no proposal if both scenarios have the same values.
  if (proposal === null) return new Reply({ proposal, edits, conflict_count: 0 }, { status: 200 })
  const headers = { location: answeredPath(service.settings, b, `/api/proposals/${proposal}/`) }
  return new Reply({ proposal, edits, conflict_count: conflicts }, { status: 201, headers })
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

function rejectUnknownEntities({ context }: WordCall, names: readonly string[]): void {
  for (const [place, name] of names.entries()) {
    if (chosenEntities(context.model, [name]).length > 0) continue
    const message: Message = {
      code: 'invalid_choice',
      params: { value: JSON.stringify(name).slice(0, 100), choices: 'input.demand, input.item, …' },
    }
    throw fieldErrors({ [`entities.${place}`]: [message] })
  }
}
