/** `?changed_since=`: lists of what has changed since a cursor, and of the keys of what was deleted. */
import { authorize } from '../../auth/rights/policies.ts'
import { streamOwner } from '../../data/context.ts'
import { formatCursor } from '../../data/history/events/cursor.ts'
import {
  type ChangedRange,
  deletedKeysSql,
  findLogGaps,
  isFollowable,
} from '../../data/history/events/changed-keys.ts'
import {
  cursorExpired,
  readEventLog,
  readLogLimits,
  requireCursor,
} from '../../data/history/events/event-log.ts'
import { runPlan } from '../../data/read/index.ts'
import { messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Answer, type Headers, jsonText } from '../answer.ts'
import { parameter, type QueryPairs } from '../request-target.ts'
import { type DataCall, readOptions } from './data-call.ts'

export const changedSince = 'changed_since'

export interface ChangedList {
  /** What has changed; undefined for a list that begins to be followed, which is given as a whole. */
  readonly range: ChangedRange | undefined
  /** Headers with the cursor for the next call, and how many records were deleted. */
  readonly headers: Headers
}

/** Whether a request asks for changes. A field of the name goes before the parameter. */
export const asksForChanges = ({ entity, query }: Pick<DataCall, 'entity' | 'query'>): boolean =>
  (parameter(query, changedSince) ?? '') !== '' && !entity.fieldByName.has(changedSince)

/** The parameters without the cursor. */
export const withoutCursor = (query: QueryPairs): QueryPairs =>
  query.filter(([name]) => name !== changedSince)

/**
 * What a list that follows changes is about. Throws `permission_denied` for users who see only some records,
 * `invalid_parameter` for entities whose changes are not logged record by record, and `cursor_expired`.
 */
export async function openChanges(call: DataCall): Promise<ChangedList> {
  const { context, entity, principal, query, report, target } = call
  const { scope } = authorize(principal, target.scenario, entity, 'GET')
  if (scope !== undefined && isFollowable(context, entity)) throw new ServiceError('permission_denied')
  if (report !== undefined || !isFollowable(context, entity)) throw notFollowed(call)
  const { database, scenario, signal } = context
  const log = await readEventLog(database, signal)
  const limits = await readLogLimits(database, [scenario], signal)
  const next = formatCursor({ epoch: log.epoch, transaction: log.bound })
  const text = parameter(query, changedSince) ?? ''
  if (text === 'start') return { range: undefined, headers: { 'x-cursor': next } }
  const cursor = requireCursor(changedSince, text, log, limits)
  const range = { since: cursor.transaction }
  const gaps = await findLogGaps(context, entity, range)
  const replaced = limits.get(scenario)?.replaced ?? 0
  if (gaps.unnamed || cursor.transaction <= replaced)
    throw cursorExpired({ epoch: log.epoch, transaction: log.bound })
  const { rows } = await database.query<{ count: number }>(
    { text: `SELECT count(*) AS "count" FROM (${deletedKeysSql(context, entity, range)}) AS d` },
    { signal },
  )
  return {
    range,
    headers: {
      'x-cursor': next,
      'x-deleted-count': String(rows[0]!.count),
      ...(gaps.computed ? { 'x-changed-by-plan': 'true' } : {}),
    },
  }
}

function notFollowed({ entity }: DataCall): ServiceError {
  const fault = { code: 'not_followed', params: { entity: entity.labelPlural } } as const
  return new ServiceError(
    'invalid_parameter',
    { name: changedSince, reason: messageText(fault) },
    { fields: { [changedSince]: [fault] } },
  )
}

/** `GET …/deleted/?changed_since=`: keys of deleted records as a list. */
export async function deletedKeysAnswer(call: DataCall): Promise<Answer> {
  const { context, exchange } = call
  const { range, headers } = await openChanges(call)
  if (range === undefined || exchange.request.method === 'HEAD') return jsonText(200, '[]', headers)
  const keys = deletedKeysSql(context, call.entity, range)
  const body = await runPlan(
    context.database,
    { text: `SELECT to_json(d."key")::text FROM (${keys}) AS d ORDER BY d."key"`, values: [], settings: {} },
    { head: '[', separator: ',\n', tail: ']' },
    { ...readOptions(call), signal: context.signal, owner: streamOwner(context.actor) },
  )
  return jsonText(200, body, headers)
}

/** Keys shown on a page. */
const mostShown = 1_000

/** The first keys of deleted records, for a page that shows a list. */
export async function firstDeletedKeys(call: DataCall): Promise<readonly string[]> {
  const { context, query, target } = call
  const [log, limits] = [
    await readEventLog(context.database, context.signal),
    await readLogLimits(context.database, [target.scenario], context.signal),
  ]
  const text = parameter(query, changedSince) ?? ''
  const { transaction } = requireCursor(changedSince, text, log, limits)
  const range = { since: transaction }
  const { rows } = await context.database.query<{ key: string }>(
    { text: `${deletedKeysSql(context, call.entity, range)} ORDER BY 1 LIMIT ${mostShown}` },
    { signal: context.signal },
  )
  return rows.map(({ key }) => key)
}
