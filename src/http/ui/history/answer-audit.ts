/**
 * Handlers of the audit trail: all changes of a scenario, one entry per request, file or dataset, and all operations
 * that replaced its data: promotions, reverted promotions, copies, restored backups. Requires the permission to view
 * the audit trail; entities that the user may not view are omitted.
 */
import type { historyEndpoints } from '../../../contract/history.ts'
import { authorize, decide } from '../../../auth/rights/policies.ts'
import { type ChangedRecord, changedRecords, listChangeSets } from '../../../data/history/change-sets.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import { entityLabel, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { recordTitle } from '../../../model/record-title.ts'
import { proposalTitles } from '../../../proposals/proposal-titles.ts'
import { replacementOf } from '../../../scenarios/replacement-record.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { shownChanges } from '../meta/columns.ts'
import { parseCriteria } from './audit-criteria.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'
import { namedUsers } from '../../../data/user-names.ts'

type Endpoints = typeof historyEndpoints

/**
 * Returns the names of the entities whose changes the user may see.
 *
 * @throws `permission_denied`
 */
function visibleEntities(
  { context, principal, scenario }: WordCall,
  wanted: string | undefined,
): readonly string[] {
  const { model } = context
  authorize(principal, scenario, requireEntity(model, 'common.comment'), 'GET')
  return model.entities
    .filter((entity) => wanted === undefined || entity.name === wanted)
    .filter((entity) => decide(principal, scenario, entity, 'view') === 'all')
    .map(({ name }) => name)
}

export const answerAudit: EndpointHandler<Endpoints['GET /api/audit/']> = async (call, { query }) => {
  const { context, exchange } = call
  const entities = visibleEntities(call, query.entity)
  const { cursor, limit } = query
  const criteria = await parseCriteria(call, query)
  // A user with this name does not exist, so there are no changes.
  if (criteria === undefined) return { sets: [], next: null }
  const found = await listChangeSets(context, {
    ...criteria,
    entities,
    before: cursor === 0 ? undefined : cursor,
    limit: limit + 1,
  })
  const sets = found.slice(0, limit)
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const nameOf = await namedUsers(
    exchange.service.control,
    sets.map((set) => set.user),
  )
  const titleOf = await proposalTitles(
    exchange.service.control,
    call,
    sets.map(({ origin }) => origin),
  )
  return {
    sets: sets.map((set) => ({
      ...set,
      title: titleOf(set.origin),
      user: nameOf(set.user),
      replacement: set.entities.length === 0 ? (replacementOf(set.origin) ?? null) : null,
      entities: set.entities.map((counts) =>
        Object.assign({}, counts, labelled(call, counts.entity, labels)),
      ),
    })),
    next: found.length > limit ? (sets.at(-1)?.changeset ?? null) : null,
  }
}

export const answerChangeSet: EndpointHandler<Endpoints['GET /api/audit/{changeset}/']> = async (
  call,
  { path, query: { entity: wanted, limit } },
) => {
  const { context, exchange } = call
  const entities = visibleEntities(call, wanted)
  const found = await changedRecords(context, path.changeset, { entities, limit: limit + 1 })
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const page = found.slice(0, limit)
  const titleOf = await recordTitles(context, page, readOptions(call))
  const records = page.map((record) => {
    const entity = requireEntity(context.model, record.entity)
    const shown = shownChanges(entity, record)
    const title = titleOf(record) ?? recordTitle(entity, formerValues(record)) ?? record.key
    return Object.assign({}, shown, labelled(call, record.entity, labels), { title })
  })
  return { records, more: found.length > limit }
}

/** Returns the values of a record before its deletion, as far as the log contains them. */
const formerValues = ({ changes }: Pick<ChangedRecord, 'changes'>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(changes ?? {}).map(([name, both]) => [name, Array.isArray(both) ? both[0] : both]),
  )

/** Returns the label of an entity and the route of its list. */
export function labelled(
  { context }: WordCall,
  name: string,
  labels: Labels,
): { readonly label: string; readonly route: string } {
  const entity = requireEntity(context.model, name)
  return { label: entityLabel(entity, labels, { plural: true }), route: routeOf(entity) }
}
