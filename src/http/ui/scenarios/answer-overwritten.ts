/**
 * `GET /api/scenarios/<scenario>/overwritten/`: returns the edits of production that a promotion overwrites, or that
 * undoing or redoing the last promotion sets aside.
 */
import { holds } from '../../../auth/principal.ts'
import { decide, requireScenario } from '../../../auth/rights/policies.ts'
import type { differenceEndpoints } from '../../../contract/differences.ts'
import { namedUsers } from '../../../data/user-names.ts'
import { homeOf } from '../../../database/homes.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import { seesEntity } from '../../../proposals/rights.ts'
import { refused, requireInUse } from '../../../scenarios/copy-scenario.ts'
import {
  countEditsByEntity,
  type EditSpan,
  editsBeforePromotion,
  editsSincePromotion,
  listEditSets,
  replacedEntities,
  totalOf,
} from '../../../scenarios/overwritten-edits.ts'
import { rejectPromoteInto } from '../../../scenarios/promote-scenario.ts'
import { listScenarios } from '../../../scenarios/registry.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { labelled } from '../history/answer-audit.ts'
import type { WordCall } from '../word-call.ts'

type Overwritten = (typeof differenceEndpoints)['GET /api/scenarios/{scenario}/overwritten/']

export const answerOverwritten: EndpointHandler<Overwritten> = async (call, { path, query }) => {
  const { context, exchange, principal } = call
  const { model, control } = context
  const { scenario } = path
  const span = await spanOf(call, scenario, query.by)
  if (span === undefined)
    return { since: null, complete: false, edits: null, entities: [], sets: [], next: null }
  const database = homeOf(control, scenario)
  const all = replacedEntities(model)
  const seen = all.filter((name) => seesEntity(model, principal, scenario, name))
  const counts = await countEditsByEntity(database, span, seen)
  const { cursor, limit } = query
  const page = { entities: seen, before: cursor, limit: limit + 1 }
  // Who may not read the audit does not read its entries here either.
  const mayRead = decide(principal, scenario, requireEntity(model, 'common.comment'), 'view') !== 'none'
  const found = mayRead ? await listEditSets(database, span, page) : []
  const sets = found.slice(0, limit)
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const nameOf = await namedUsers(
    control,
    sets.map(({ user }) => user),
  )
  return {
    since: span.since.changeset,
    complete: span.complete && seen.length === all.length,
    edits: totalOf(counts),
    entities: counts.map((one) => Object.assign({}, one, labelled(call, one.entity, labels))),
    sets: sets.map((set) => ({
      ...set,
      user: nameOf(set.user),
      entities: set.entities.map((one) => Object.assign({}, one, labelled(call, one.entity, labels))),
    })),
    next: found.length > limit ? (sets.at(-1)?.changeset ?? null) : null,
  }
}

/**
 * Returns the edits that the promotion of `by` overwrites; without it those that bringing back the kept data sets aside.
 * Undefined if the scenarios have no known state in common.
 */
async function spanOf(
  { context: { control }, principal }: WordCall,
  scenario: string,
  by: string | undefined,
): Promise<EditSpan | undefined> {
  const involved = by === undefined ? [scenario] : [by, scenario]
  for (const name of involved) {
    requireScenario(principal, name)
    if (!holds(principal, name, 'common.promote_scenario')) throw new ServiceError('permission_denied')
  }
  if (by !== undefined) rejectPromoteInto(by, scenario)
  for (const one of await listScenarios(control)) if (involved.includes(one.name)) requireInUse(one)
  if (by !== undefined) return editsBeforePromotion(control, { source: by, destination: scenario })
  const span = await editsSincePromotion(homeOf(control, scenario), scenario)
  if (span === undefined) throw refused({ code: 'nothing_to_revert', params: { scenario } })
  return span
}
