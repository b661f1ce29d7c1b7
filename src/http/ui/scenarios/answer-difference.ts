/**
 * `GET /api/scenarios/<a>/difference/<b>/`: returns the differences of two scenarios by record and field, and with
 * `base=ancestor` which of the two changed a value since their common ancestor. Returns one page, or all differences
 * as a file.
 */
import type { differenceEndpoints } from '../../../contract/differences.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { homeOf } from '../../../database/homes.ts'
import { loadLabels } from '../../../words/load-labels.ts'
import { entityLabel } from '../../../model/labels/labels.ts'
import { requireEntity } from '../../../model/model.ts'
import { recordTitles } from '../../../data/read/record-titles.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { isMergeable } from '../../../scenarios/difference/matching.ts'
import type { DifferenceView } from '../../../scenarios/difference/kept-differences.ts'
import { chosenEntities, type DifferenceRequest } from '../../../scenarios/difference/open-difference.ts'
import {
  countOf,
  type DifferencePage,
  type DifferentRecord,
} from '../../../scenarios/difference/read-differences.ts'
import { type EndpointHandler, RawReply } from '../../contract/routes.ts'
import { readOptions } from '../../data/data-call.ts'
import { routeOf } from '../meta/summary.ts'
import type { WordCall } from '../word-call.ts'
import { differenceFile } from './difference-file.ts'
import { namedEntities, scenarioPair, seesInBoth } from './scenario-pair.ts'

type Difference = (typeof differenceEndpoints)['GET /api/scenarios/{a}/difference/{b}/']

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
  const { changed, format, limit, offset } = query
  const withBase = query.base === 'ancestor'
  if (format !== undefined) {
    return new RawReply(await differenceFile(call, request, { changed, withBase, format }))
  }
  const page: DifferencePage = { limit, offset, changed, withBase }
  return context.home.withTransaction(
    async (client) => {
      const { view, records } = await call.exchange.differences.read(client, model, request, page)
      return shownPage(call, view, page, records)
    },
    { isolation: 'repeatable read', signal: context.signal },
  )
}

async function shownPage(
  call: WordCall,
  { a, b, ancestor, entities }: DifferenceView,
  { changed, withBase }: Pick<DifferencePage, 'changed' | 'withBase'>,
  records: readonly DifferentRecord[],
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
    count: entities.reduce((sum, found) => sum + countOf(found, changed), 0),
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

/** Returns the titles of records, each read in the scenario that contains the record. */
async function titles(
  call: WordCall,
  { a, b }: { readonly a: string; readonly b: string },
  records: readonly DifferentRecord[],
): Promise<(record: DifferentRecord) => string | undefined> {
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
