/**
 * `GET /api/scenarios/<a>/difference/<b>/`: returns the differences of two scenarios by record and field, and with
 * `base=ancestor` which of the two changed a value since their common ancestor. Returns one page, or all differences
 * as a file.
 */
import type { differenceEndpoints } from '../../../contract/differences.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type ChangeSetHead, readChangeSetHeads } from '../../../data/history/change-sets.ts'
import { namedUsers } from '../../../data/user-names.ts'
import { homeOf } from '../../../database/homes.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { entityLabel } from '../../../model/labels/labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import { proposalTitles } from '../../../proposals/proposal-titles.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { isMergeable } from '../../../scenarios/difference/matching.ts'
import type { DifferenceRead } from '../../../scenarios/difference/kept-differences.ts'
import type { Decision } from '../../../scenarios/difference/last-sets.ts'
import { chosenEntities, type DifferenceRequest } from '../../../scenarios/difference/open-difference.ts'
import type { DifferencePage, DifferentRecord } from '../../../scenarios/difference/read-differences.ts'
import { type EndpointHandler, RawReply } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'
import { differenceFile } from './difference-file.ts'
import { namedEntities, scenarioPair, seesInBoth } from './scenario-pair.ts'

/** A record with its keys in both scenarios. */
type KeyedRecord = Pick<DifferentRecord, 'entity' | 'key_a' | 'key_b'>

type Difference = (typeof differenceEndpoints)['GET /api/scenarios/{a}/difference/{b}/']

type Page = Exclude<AnswerOf<Difference>, readonly unknown[]>

export const answerDifference: EndpointHandler<Difference> = async (asked, { query }) => {
  const pair = await scenarioPair(asked)
  // Both scenarios are on the same server, which need not be that of the scenario of the request.
  const context = { ...asked.context, home: homeOf(asked.context.control, pair.a) }
  const call = { ...asked, context }
  const { model } = context
  const named = namedEntities(call, query.entity ?? '')
  const chosen = chosenEntities(model, named)
  const seen = chosen.filter((entity) => seesInBoth(call, pair, entity))
  if (seen.length < chosen.length && (named.length > 0 || seen.length === 0))
    throw new ServiceError('permission_denied')
  const request: DifferenceRequest = { ...pair, entities: seen.map(({ name }) => name) }
  const { changed, changeset, format, limit, offset } = query
  const withBase = query.base === 'ancestor'
  if (format !== undefined) {
    return new RawReply(await differenceFile(call, request, { changed, changeset, withBase, format }))
  }
  const page: DifferencePage = { limit, offset, changed, changeset, withBase }
  return context.home.withTransaction(
    async (client) => {
      const read = await call.exchange.differences.read(client, model, request, page)
      const heads = await readChangeSetHeads(
        client,
        pair.a,
        read.view.decisions.map((one) => one.changeset),
      )
      return shownPage(call, read, withBase, heads)
    },
    { isolation: 'repeatable read', signal: context.signal },
  )
}

async function shownPage(
  call: WordCall,
  { view: { a, b, ancestor, entities, decisions }, count, records }: DifferenceRead,
  withBase: boolean,
  heads: readonly ChangeSetHead[],
): Promise<AnswerOf<Difference>> {
  const { context, exchange } = call
  const { model } = context
  const labels = await loadLabels(exchange.language, exchange.service.extensions.translations)
  const titleOf = await titles(call, { a, b }, records)
  return {
    a,
    b,
    ancestor: ancestor && {
      kind: ancestor.kind,
      scenario: ancestor.scenario,
      changeset: ancestor.changeset,
      at: ancestor.at.slice(0, 19),
    },
    entities: entities.map((found) => ({
      entity: found.entity.name,
      label: entityLabel(found.entity, labels, { plural: true }),
      records: found.records,
      method: found.method,
      mergeable: isMergeable(model, found.entity),
      ...(withBase && found.method !== 'alone'
        ? { changed_a: found.byA, changed_b: found.byB, conflicts: found.conflicts }
        : {}),
    })),
    ...(withBase ? { decisions: await shownDecisions(call, a, decisions, heads) } : {}),
    count,
    records: records.map((record) => {
      const entity = requireEntity(model, record.entity)
      return {
        ...record,
        label: entityLabel(entity, labels, { plural: true }),
        route: routeOf(entity),
        title: titleOf(record) ?? record.key,
      }
    }),
  }
}

/** Returns the decisions with their authors and titles. */
async function shownDecisions(
  call: WordCall,
  scenario: string,
  decisions: readonly Decision[],
  heads: readonly ChangeSetHead[],
): Promise<NonNullable<Page['decisions']>> {
  const { context, principal, exchange } = call
  const { control, extensions } = exchange.service
  const labels = await loadLabels(exchange.language, extensions.translations)
  const nameOf = await namedUsers(
    control,
    heads.map(({ user }) => user),
  )
  const titleOf = await proposalTitles(
    control,
    { principal, scenario },
    heads.map(({ origin }) => origin),
  )
  const byNumber = new Map(heads.map((head) => [head.changeset, head]))
  return decisions.flatMap(({ changeset, records, entities }) => {
    const head = byNumber.get(changeset)
    if (head === undefined) return []
    return {
      ...head,
      user: nameOf(head.user),
      title: titleOf(head.origin),
      records,
      entities: entities.map((counts) => {
        const entity = requireEntity(context.model, counts.entity)
        const label = entityLabel(entity, labels, { plural: true })
        return { ...counts, label, route: routeOf(entity) }
      }),
    }
  })
}

/** Returns the titles of records, each read in the scenario that contains the record. */
export async function titles(
  call: WordCall,
  { a, b }: { readonly a: string; readonly b: string },
  records: readonly KeyedRecord[],
): Promise<(record: KeyedRecord) => string | undefined> {
  const named = (side: 'key_a' | 'key_b') =>
    records.flatMap((record) => {
      const key = record[side]
      return key === null ? [] : [{ entity: record.entity, key }]
    })
  const options = readOptions(call)
  const inA = await recordTitles({ ...call.context, scenario: a }, named('key_a'), options)
  const inB = await recordTitles({ ...call.context, scenario: b }, named('key_b'), options)
  return ({ entity, key_a, key_b }) =>
    (key_a === null ? undefined : inA({ entity, key: key_a })) ??
    (key_b === null ? undefined : inB({ entity, key: key_b }))
}
