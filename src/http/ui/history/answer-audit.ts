/**
 * `GET /api/audit/`: lists all changes of a scenario, one entry per request, file or dataset, and all operations that
 * replaced its data: promotions, reverted promotions, copies, restored backups; `GET /api/audit/<number>/`: returns
 * the records of one entry. Requires the permission to view the audit trail; entities that the user may not view are
 * omitted.
 */
import { authorize, decide } from '../../../auth/rights/policies.ts'
import { findUserId } from '../../../auth/accounts.ts'
import { codecFor, isInvalid } from '../../../data/codecs.ts'
import { type ChangedRecord, changedRecords, listChangeSets } from '../../../data/history/change-sets.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import type { Message } from '../../../errors/messages.ts'
import { messageText } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { defineField } from '../../../model/field.ts'
import { entityLabel, type Labels } from '../../../model/labels/labels.ts'
import { loadLabels } from '../../../model/labels/load-labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { recordTitle } from '../../../model/record-title.ts'
import { replacementOf } from '../../../scenarios/replacement-record.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { readOptions } from '../../data/data-call.ts'
import { parameter } from '../../request-target.ts'
import { shownChanges } from '../meta/columns.ts'
import { routeOf } from '../meta/summary.ts'
import { wholeNumber, type WordCall } from '../word-call.ts'
import { namedUsers } from '../../../auth/user-names.ts'

const moment = defineField('moment', 'datetime', { help: 'A moment.', nullable: true })

/**
 * Returns the names of the entities whose changes the user may see.
 *
 * @throws `permission_denied`
 */
function visibleEntities({ context, principal, scenario, query }: WordCall): readonly string[] {
  const { model } = context
  authorize(principal, scenario, requireEntity(model, 'common.comment'), 'GET')
  const wanted = parameter(query, 'entity') ?? ''
  return model.entities
    .filter((entity) => wanted === '' || entity.name === wanted)
    .filter((entity) => decide(principal, scenario, entity, 'view') === 'all')
    .map(({ name }) => name)
}

export async function answerAudit(call: WordCall): Promise<Answer> {
  const { context, exchange, query } = call
  const entities = visibleEntities(call)
  const limit = wholeNumber(query, 'limit', { least: 1, most: 500, otherwise: 50 })
  const before = wholeNumber(query, 'cursor', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 })
  const user = parameter(query, 'user') ?? ''
  const userId = user === '' ? undefined : await findUserId(context.database, 'login', user)
  // A user with this name does not exist, so there are no changes.
  if (user !== '' && userId === undefined) return jsonAnswer(200, { sets: [], next: null })
  const found = await listChangeSets(context, {
    entities,
    user: userId,
    channel: textOf(call, 'channel'),
    from: momentOf(call, 'after'),
    to: momentOf(call, 'before'),
    before: before === 0 ? undefined : before,
    limit: limit + 1,
  })
  const sets = found.slice(0, limit)
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const nameOf = await namedUsers(
    exchange.service.database,
    sets.map((set) => set.user),
  )
  return jsonAnswer(200, {
    sets: sets.map((set) => ({
      ...set,
      user: nameOf(set.user),
      replacement: set.entities.length === 0 ? (replacementOf(set.origin) ?? null) : null,
      entities: set.entities.map((counts) =>
        Object.assign({}, counts, labelled(call, counts.entity, labels)),
      ),
    })),
    next: found.length > limit ? (sets.at(-1)?.changeset ?? null) : null,
  })
}

export async function answerChangeSet(call: WordCall): Promise<Answer> {
  const { context, exchange, params, query } = call
  const entities = visibleEntities(call)
  const id = /^\d{1,15}$/.test(params['changeset'] ?? '') ? Number(params['changeset']) : 0
  const limit = wholeNumber(query, 'limit', { least: 1, most: 1_000, otherwise: 100 })
  const found = await changedRecords(context, id, { entities, limit: limit + 1 })
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const page = found.slice(0, limit)
  const titleOf = await recordTitles(context, page, readOptions(call))
  const records = page.map((record) => {
    const entity = requireEntity(context.model, record.entity)
    const shown = shownChanges(entity, record)
    const title = titleOf(record) ?? recordTitle(entity, formerValues(record)) ?? record.key
    return Object.assign({}, shown, labelled(call, record.entity, labels), { title })
  })
  return jsonAnswer(200, { records, more: found.length > limit })
}

/** Returns the values of a record before its deletion, as far as the log contains them. */
const formerValues = ({ changes }: Pick<ChangedRecord, 'changes'>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(changes ?? {}).map(([name, both]) => [name, Array.isArray(both) ? both[0] : both]),
  )

function labelled(
  { context }: WordCall,
  name: string,
  labels: Labels,
): { readonly label: string; readonly route: string } {
  const entity = requireEntity(context.model, name)
  return { label: entityLabel(entity, labels, { plural: true }), route: routeOf(entity) }
}

/** Returns a parameter without characters that the database cannot store: no record can match them. */
const textOf = ({ query }: WordCall, name: string): string | undefined => {
  const text = (parameter(query, name) ?? '').replaceAll('\0', '').toWellFormed()
  return text === '' ? undefined : text
}

function momentOf({ context, query }: WordCall, name: string): string | undefined {
  const text = parameter(query, name) ?? ''
  if (text === '') return undefined
  const value = codecFor(context.model, moment).parse(text, context)
  if (typeof value === 'string') return value
  const fault: Message = isInvalid(value) ? value.message : { code: 'invalid_datetime' }
  const reason = messageText(fault)
  throw new ServiceError('invalid_parameter', { name, reason }, { fields: { [name]: [fault] } })
}
