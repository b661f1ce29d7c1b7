/**
 * PATCH of a list with filters and one object: changes all matching records to the values of the object. Only filters
 * and searched words select the records: a request without any is rejected.
 */
import type { Grant } from '../../auth/rights/policies.ts'
import { streamOwner } from '../../data/context.ts'
import { listFormatByName, type ReadRequest } from '../../data/read/index.ts'
import { contextOf } from '../../data/installation-context.ts'
import type { WriteRequest } from '../../data/write/request.ts'
import { attempts } from '../../data/write/write-records.ts'
import { writeInTransaction } from '../../data/write/write-in-transaction.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import { keyField } from '../../model/entity.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import {
  type DataCall,
  expectedCount,
  flagParameter,
  readOptions,
  scopeConditions,
  writeScope,
} from './data-call.ts'
import { parseFilters } from './parse-filters.ts'

/** Parameters that control the change and are not filters. */
const understood: ReadonlySet<string> = new Set(['format', 'dryrun', 'indent', 'expect'])

export async function changeMatching(
  call: DataCall,
  { scope }: Grant,
  changes: Readonly<Record<string, unknown>>,
  createMissing: readonly string[],
): Promise<Answer> {
  const { context, entity, prefer, query } = call
  // A change can be undone, so that words may select its records too; a deletion needs filters.
  const asked = parseFilters(call, understood, ['filter', 'search'])
  // A filter without a value is no filter, and would match all records.
  if (asked.conditions.length === 0 && asked.search.length === 0)
    throw fieldErrors({ filter: [{ code: 'required' }] })
  if (Object.hasOwn(changes, entity.key)) throw fieldErrors({ [entity.key]: [{ code: 'readonly_field' }] })
  const conditions = [...asked.conditions, ...scopeConditions(entity, scope)]
  const { keys, matched } = await keysOf(call, { ...asked, conditions })
  const expected = expectedCount(query)
  if (expected !== undefined && expected !== matched) {
    throw new ServiceError('count_differs', { found: matched, expected })
  }
  const dryRun = flagParameter(query, 'dryrun')
  // Each attempt reads the rows from the beginning.
  const requestOf = (): WriteRequest => ({
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
  const { updated, unchanged, changeset } = await writeInTransaction(
    contextOf(context, entity),
    { dryRun, attempts },
    async ({ client, write, changes: changeSet }) => {
      const written = await write(entity, requestOf())
      const isStored = !dryRun && written.updated > 0
      return { ...written, changeset: isStored ? await changeSet.settle(client) : undefined }
    },
  ).catch((error: unknown) => {
    throw asOne(error)
  })
  // With the change set, the change of all records can be undone at once.
  const headers = changeset === undefined ? {} : { 'x-changeset': String(changeset) }
  return jsonAnswer(200, { matched, updated, unchanged }, headers)
}

/**
 * Returns the keys of the records, one JSON value per line. They count against the memory of request bodies, and are
 * limited with it.
 */
async function keysOf(
  call: DataCall,
  request: ReadRequest,
): Promise<{ readonly keys: Buffer; readonly matched: number }> {
  const { context, exchange, entity } = call
  const lines = listFormatByName.get('ndjson')
  if (lines === undefined) throw new Error('The format ndjson is missing.')
  const owner = streamOwner(context.actor)
  const run = { ...readOptions(call), indent: 0, signal: context.signal, owner }
  const body = await lines.open(context, { ...request, fields: [keyField(entity)] }, run)
  const chunks: Buffer[] = []
  let matched = 0
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    const bytes = Buffer.from(chunk)
    exchange.memory.add(bytes.length, exchange.client)
    chunks.push(bytes)
    for (const byte of bytes) if (byte === 10) matched += 1
  }
  return { keys: Buffer.concat(chunks), matched }
}

function* rowsOf(
  keys: Buffer,
  key: string,
  changes: Readonly<Record<string, unknown>>,
): Generator<Readonly<Record<string, unknown>>> {
  for (let start = 0; start < keys.length;) {
    const end = keys.indexOf(10, start)
    const line = keys.toString('utf8', start, end === -1 ? keys.length : end)
    const record: unknown = JSON.parse(line)
    yield { ...changes, [key]: Object(record)[key] }
    start = end === -1 ? keys.length : end + 1
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
