/**
 * PATCH of a list with filters and one object: changes all matching records to the values of the object. Only filters
 * and searched words select the records: a request without any is rejected.
 */
import { authorize, type Grant } from '../../auth/rights/policies.ts'
import { changeParameters } from '../../data/read/index.ts'
import { contextOf } from '../../data/installation-context.ts'
import { lockMatching } from '../../data/write/lock-matching.ts'
import type { WriteRequest } from '../../data/write/request.ts'
import { attempts } from '../../data/write/write-records.ts'
import { selectionOf } from '../../data/write/selection.ts'
import { writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { type DataCall, expectedCount, flagParameter, scopeConditions, writeScope } from './data-call.ts'
import { blankFilters, parseFilters } from './parse-filters.ts'
import { assumedHeader, createdHeader } from './write-headers.ts'

export async function changeMatching(
  call: DataCall,
  { scope }: Grant,
  changes: Readonly<Record<string, unknown>>,
  createMissing: readonly string[],
): Promise<Answer> {
  const { context, entity, exchange, prefer, principal, query, target } = call
  // The answer tells how many records match, like a list.
  authorize(principal, target.scenario, entity, 'GET')
  // A change can be undone, so that words may select its records too; a deletion needs filters.
  const asked = parseFilters(call, changeParameters, ['filter', 'search'])
  // A filter without a value is no filter, and would match all records.
  if (asked.conditions.length === 0 && asked.search.length === 0)
    throw blankFilters(asked) ?? fieldErrors({ filter: [{ code: 'required' }] })
  if (Object.hasOwn(changes, entity.key)) throw fieldErrors({ [entity.key]: [{ code: 'readonly_field' }] })
  const conditions = [...asked.conditions, ...scopeConditions(entity, scope)]
  const expected = expectedCount(query)
  const dryRun = flagParameter(query, 'dryrun')
  const requestOf = (keys: Buffer): WriteRequest => ({
    rows: rowsOf(keys, entity.key, changes),
    mode: 'update',
    onError: 'abort',
    // All records get the same values, so an error of one record is an error of all.
    mostFaults: 1,
    strict: prefer.strict,
    createMissing,
    dryRun,
    returning: 'counts',
    mayAdd: false,
    mayChange: true,
    ...writeScope(scope),
  })
  const home = contextOf(context, entity)
  const selection = selectionOf(home, entity, conditions, asked.search)
  // Attempts that repeat a lost race take the memory of the earlier ones again.
  let [counted, taken] = [0, 0]
  const onBytes = (bytes: number): void => {
    taken += bytes
    if (taken <= counted) return
    exchange.memory.add(taken - counted, exchange.client)
    counted = taken
  }
  const { matched, updated, unchanged, changeset, createdReferences, assumed } = await writeInTransaction(
    home,
    { dryRun, attempts },
    async ({ client, write, changes: changeSet }) => {
      taken = 0
      const { keys, matched } = await lockMatching(client, home, entity, { selection, onBytes })
      if (expected !== undefined && expected !== matched) {
        throw new ServiceError('count_differs', { found: matched, expected })
      }
      const written = await write(entity, requestOf(keys))
      const isStored = !dryRun && written.updated > 0
      return { ...written, matched, changeset: isStored ? await changeSet.settle(client) : undefined }
    },
  ).catch((error: unknown) => {
    throw asOne(error)
  })
  // With the change set, the change of all records can be undone at once.
  return jsonAnswer(
    200,
    { matched, updated, unchanged },
    {
      ...(changeset === undefined ? {} : { 'x-changeset': String(changeset) }),
      ...createdHeader(createdReferences),
      ...assumedHeader(assumed),
    },
  )
}

/** Returns the rows of a change of the records with these keys, one JSON value per line. */
function* rowsOf(
  keys: Buffer,
  key: string,
  changes: Readonly<Record<string, unknown>>,
): Generator<Readonly<Record<string, unknown>>> {
  for (let start = 0; start < keys.length;) {
    const end = keys.indexOf(10, start)
    const value: unknown = JSON.parse(keys.toString('utf8', start, end))
    yield { ...changes, [key]: value }
    start = end + 1
  }
}

/**
 * Converts the error of the first record to an error of the object; a record that was deleted meanwhile becomes
 * `conflict`.
 */
function asOne(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.records === undefined) return error
  const [fields = {}] = [...error.records.byIndex.values()]
  const codes = Object.values(fields).flatMap((messages) => messages.map(({ code }) => code))
  if (codes.includes('unknown_key')) return new ServiceError('conflict', {}, { cause: error })
  return new ServiceError(error.code, error.params, { cause: error, fields })
}
