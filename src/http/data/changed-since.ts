/** `?changed_since=`: returns the records that have changed since a cursor, and the keys of deleted records. */
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
  readHomeLog,
  readLogLimits,
  requireCursor,
} from '../../data/history/events/event-log.ts'
import { changedSince, runPlan } from '../../data/read/index.ts'
import { parameterError } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Answer, type Headers, jsonText } from '../answer.ts'
import { parameter, type QueryPairs } from '../request-target.ts'
import { type DataCall, readOptions } from './data-call.ts'

export interface ChangedList {
  /** Range of the changes; undefined for the first request (`start`), which returns the whole list. */
  readonly range: ChangedRange | undefined
  /** Headers with the cursor for the next request, and with the number of deleted records. */
  readonly headers: Headers
}

/** Returns true if a request reads changes. A field with the name of the parameter has priority. */
export const asksForChanges = ({ entity, query }: Pick<DataCall, 'entity' | 'query'>): boolean =>
  (parameter(query, changedSince) ?? '') !== '' && !entity.fieldByName.has(changedSince)

/** Returns the parameters without the cursor. */
export const withoutCursor = (query: QueryPairs): QueryPairs =>
  query.filter(([name]) => name !== changedSince)

/**
 * Returns the range of changes and the headers of a list. Throws `permission_denied` for users who may see only some
 * records, `invalid_parameter` for entities whose changes are not logged record by record, and `cursor_expired`.
 */
export async function openChanges(call: DataCall): Promise<ChangedList> {
  const { context, entity, principal, query, report, target } = call
  const { scope } = authorize(principal, target.scenario, entity, 'GET')
  if (scope !== undefined && isFollowable(context, entity)) throw new ServiceError('permission_denied')
  if (report !== undefined || !isFollowable(context, entity)) throw notFollowed(call)
  const { control, home, scenario, signal } = context
  const log = await readHomeLog({ control, home }, signal)
  const limits = await readLogLimits(home, [scenario], signal)
  const next = formatCursor({ epoch: log.epoch, transaction: log.bound })
  const text = parameter(query, changedSince) ?? ''
  if (text === 'start') return { range: undefined, headers: { 'x-cursor': next } }
  const cursor = requireCursor(changedSince, text, log, limits)
  const range = { since: cursor.transaction }
  const gaps = await findLogGaps(context, entity, range)
  const replaced = limits.get(scenario)?.replaced ?? 0
  if (gaps.unnamed || cursor.transaction <= replaced)
    throw cursorExpired({ epoch: log.epoch, transaction: log.bound })
  const { rows } = await home.query<{ count: number }>(
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

const notFollowed = ({ entity }: DataCall): ServiceError =>
  parameterError(changedSince, { code: 'not_followed', params: { entity: entity.labelPlural } })

/** `GET …/deleted/?changed_since=`: returns the keys of deleted records as a list. */
export async function deletedKeysAnswer(call: DataCall): Promise<Answer> {
  const { context, exchange } = call
  const { range, headers } = await openChanges(call)
  if (range === undefined || exchange.request.method === 'HEAD') return jsonText(200, '[]', headers)
  const keys = deletedKeysSql(context, call.entity, range)
  const body = await runPlan(
    context.home,
    { text: `SELECT to_json(d."key")::text FROM (${keys}) AS d ORDER BY d."key"`, values: [], settings: {} },
    { head: '[', separator: ',\n', tail: ']' },
    { ...readOptions(call), signal: context.signal, owner: streamOwner(context.actor) },
  )
  return jsonText(200, body, headers)
}

/** Maximum number of keys on a page. */
const mostShown = 1_000

/** Returns the first keys of deleted records, for the HTML page of a list. */
export async function firstDeletedKeys(call: DataCall): Promise<readonly string[]> {
  const { context, query, target } = call
  const [log, limits] = [
    await readHomeLog(context, context.signal),
    await readLogLimits(context.home, [target.scenario], context.signal),
  ]
  const text = parameter(query, changedSince) ?? ''
  const { transaction } = requireCursor(changedSince, text, log, limits)
  const range = { since: transaction }
  const { rows } = await context.home.query<{ key: string }>(
    { text: `${deletedKeysSql(context, call.entity, range)} ORDER BY 1 LIMIT ${mostShown}` },
    { signal: context.signal },
  )
  return rows.map(({ key }) => key)
}
