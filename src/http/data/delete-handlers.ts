/** DELETE of one record, or of all records that match a filter. */
import { authorize } from '../../auth/rights/policies.ts'
import { deleteParameters, readCount, readEverything } from '../../data/read/index.ts'
import { selectionOf } from '../../data/write/selection.ts'
import { deleteRecords } from '../../data/write/delete-records.ts'
import type { DeleteResult } from '../../data/write/request.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Answer, emptyAnswer, jsonAnswer } from '../answer.ts'
import {
  type DataCall,
  expectedCount,
  flagParameter,
  misplacedParameter,
  preconditionsOf,
  readOptions,
  rejectConditions,
  requireInScope,
  scopeConditions,
} from './data-call.ts'
import { parseFilters } from './parse-filters.ts'

export async function deleteDetailAnswer(call: DataCall): Promise<Answer> {
  const { context, entity, principal, target } = call
  const { scope } = authorize(principal, target.scenario, entity, 'DELETE')
  const ignored = call.query.map(([name]) => name).filter((name) => !deleteParameters.has(name))
  if (ignored.length > 0) throw misplacedParameter(ignored)
  const dryRun = flagParameter(call.query, 'dryrun')
  await requireInScope(call, scope)
  const result = await deleteRecords(context, entity, {
    what: { key: target.key },
    dryRun,
    ...preconditionsOf(call),
  })
  return dryRun ? counts(result) : deletedAnswer(result)
}

/** Deletes the records that match a filter; rejected unless at least one record remains. */
export async function deleteListAnswer(call: DataCall): Promise<Answer> {
  const { context, entity, principal, target } = call
  const { scope } = authorize(principal, target.scenario, entity, 'DELETE')
  rejectConditions(call)
  const dryRun = flagParameter(call.query, 'dryrun')
  const asked = parseFilters(call, deleteParameters)
  if (asked.conditions.length === 0) throw await unfilteredError(call, asked.blank ?? [])
  const expect = expectedCount(call.query)
  // Both tell how many records match without deleting them, like a list.
  if (dryRun || expect !== undefined) authorize(principal, target.scenario, entity, 'GET')
  const conditions = [...asked.conditions, ...scopeConditions(entity, scope)]
  const selection = selectionOf(context, entity, conditions)
  const result = await deleteRecords(context, entity, {
    what: { selection },
    dryRun,
    ...(expect === undefined ? {} : { expect }),
  })
  return dryRun ? counts(result) : deletedAnswer(result)
}

/**
 * Returns the error of a deletion without a filter, with the number of records that the user may view.
 * @param blank names of filters without a value
 */
async function unfilteredError(call: DataCall, blank: readonly string[]): Promise<ServiceError> {
  const { context, entity, principal, target } = call
  const { scope } = authorize(principal, target.scenario, entity, 'GET')
  const visible = readEverything(entity, scopeConditions(entity, scope))
  const total = await readCount(context, visible, readOptions(call))
  const reason: Message =
    blank.length === 0
      ? { code: 'no_filter_in_url' }
      : { code: 'filter_without_value', params: { names: blank.join(', ') } }
  return new ServiceError('delete_unfiltered', { total, reason })
}

/** Returns the response without a body; its header contains the change set with which the deletion can be undone. */
const deletedAnswer = ({ changeset }: DeleteResult): Answer =>
  emptyAnswer(204, changeset === undefined ? {} : { 'x-changeset': String(changeset) })

function counts(result: {
  readonly deleted: number
  readonly cascaded: ReadonlyMap<string, number>
}): Answer {
  return jsonAnswer(200, { deleted: result.deleted, cascaded: Object.fromEntries(result.cascaded) })
}
