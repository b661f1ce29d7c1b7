/** POST, PUT and PATCH of lists and of single records: one transaction per request. */
import { singleValues } from '../body/form-body.ts'
import { creatableReferences } from '../../auth/rights/creatable-references.ts'
import { authorize } from '../../auth/rights/policies.ts'
import { streamChunks } from '../../data/chunk-stream.ts'
import { recordEtag } from '../../data/etag.ts'
import { indentJson, writeParameters } from '../../data/read/index.ts'
import type { WriteMode, WriteRequest, WriteResult } from '../../data/write/request.ts'
import { hasPreconditions } from '../../data/write/intake/intake.ts'
import { writeRecords } from '../../data/write/write-records.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { fieldErrors, recordLevel, ServiceError } from '../../errors/service-error.ts'
import { type Answer, type Headers, jsonAnswer, jsonText, withHeaders } from '../answer.ts'
import type { Body } from '../body/read-body.ts'
import { originOf } from '../exchange.ts'
import { asSingle, describeFields } from '../problem.ts'
import { dataPath } from '../request-target.ts'
import { changeMatching } from './change-matching.ts'
import {
  type DataCall,
  flagParameter,
  ignoredHeader,
  misplacedParameter,
  preconditionsOf,
  rejectConditions,
  rejectMisspelledDryRun,
  requireInScope,
  writeScope,
} from './data-call.ts'
import { issuedKeys, issuesKeys, withIssuedKey, withIssuedKeys } from './issued-keys.ts'
import { appliedPreferences } from './prefer.ts'
import { assumedHeader, createdHeader, mentionsHeader } from './write-headers.ts'

interface Batch {
  readonly rows: WriteRequest['rows']
  /** If true, the body is one object instead of a list, and so is the response. */
  readonly single: boolean
  /** If true, the records may be more than fit in memory, and so may an answer that contains them. */
  readonly isUnbounded: boolean
  /** If true, the rows can be read a second time. */
  readonly repeatable: boolean
}

/**
 * Maximum number of invalid records: a batch with more is rejected with those found so far, because their messages
 * must fit in memory.
 */
const mostFaults = 10_000

const modes: Readonly<Record<string, WriteMode>> = { POST: 'upsert', PUT: 'replace', PATCH: 'update' }

/** Writes the records of the body. */
export async function writeAnswer(call: DataCall): Promise<Answer> {
  const { context, entity, exchange, method, prefer, principal, query, target } = call
  const grant = authorize(principal, target.scenario, entity, method)
  const detail = target.kind === 'detail'
  if (!detail) rejectConditions(call)
  const ignored = query.map(([name]) => name).filter((name) => !writeParameters.has(name))
  if (method === 'PATCH' && !detail && ignored.some((name) => name !== 'expect')) {
    const changes = singleObject(await call.body())
    if (changes !== undefined) {
      return changeMatching(call, grant, changes, prefer.strict ? [] : creatable(call))
    }
  }
  if (ignored.length > 0 && (prefer.strict || (!detail && method !== 'POST')))
    throw misplacedParameter(ignored)
  rejectMisspelledDryRun(ignored.filter((name) => !entity.fieldByName.has(name)))
  const dryRun = flagParameter(query, 'dryrun')
  const { headers } = exchange.request
  const mode = method === 'POST' && headers['if-none-match']?.trim() === '*' ? 'create' : modes[method]!
  const batch = toBatch(await call.body(), detail)
  const lenient = prefer.lenient && !batch.single
  const issues = method === 'POST' && issuesKeys(entity)
  const minimal = !issues && (prefer.minimal || batch.isUnbounded)
  const answered = { ...call, prefer: { ...prefer, minimal } }
  const returning = returningOf(answered, batch, dryRun)
  const { scope } = grant
  const preconditions = detail ? preconditionsOf(call) : {}
  if (hasPreconditions(preconditions)) await requireInScope(call, scope)
  const created = await timed(call, () =>
    writeRecords(context, entity, {
      rows: batch.rows,
      mode,
      ...(detail ? { key: target.key } : {}),
      onError: lenient ? 'skip' : 'abort',
      repeatable: batch.repeatable,
      mostFaults,
      strict: prefer.strict,
      createMissing: prefer.strict ? [] : creatable(call),
      dryRun,
      returning,
      mayAdd: grant.mayAdd,
      mayChange: grant.mayChange,
      ...preconditions,
      ...writeScope(scope),
    }).catch((error: unknown) => {
      throw batch.single ? asSingle(asConflict(error, mode)) : asConflict(error, mode)
    }),
  )
  const applied = appliedPreferences(answered.prefer)
  return withHeaders(await present(answered, batch, created, dryRun), {
    ...createdHeader(created.createdReferences),
    ...assumedHeader(created.assumed),
    ...mentionsHeader(exchange.service.auth.unknownMentions(context)),
    ...ignoredHeader([...new Set(ignored)]),
    ...(applied === undefined ? {} : { 'preference-applied': applied }),
  })
}

/** Returns the entities whose missing records may be created for references to them. */
export const creatable = ({ context, exchange, principal, target }: DataCall): readonly string[] =>
  creatableReferences(
    { settings: exchange.service.settings, model: context.model },
    principal,
    target.scenario,
  )

/** Converts the error to `already_exists` if records that must be new exist and there are no other errors. */
function asConflict(error: unknown, mode: WriteMode): unknown {
  if (mode !== 'create' || !(error instanceof ServiceError) || error.code !== 'invalid_record') return error
  const { records, fields = {}, headers, cause } = error
  const faulty = records === undefined ? [fields] : [...records.byIndex.values()]
  const messages = faulty.flatMap((errors) => Object.values(errors).flat())
  if (messages.some(({ code }) => code !== 'duplicate')) return error
  const shape = records === undefined ? { fields } : { records }
  return new ServiceError('already_exists', {}, { headers, cause, ...shape })
}

async function timed<Result>({ exchange }: DataCall, run: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await run()
  exchange.timings.set('write', performance.now() - begun)
  return result
}

function returningOf({ prefer }: DataCall, batch: Batch, dryRun: boolean): WriteRequest['returning'] {
  if (prefer.lenient && !batch.single) return prefer.minimal ? 'failures' : 'outcomes'
  if (dryRun || prefer.minimal) return 'counts'
  return batch.single ? 'records' : 'list'
}

/** Returns the body as one object; undefined if it is not one. */
function singleObject(body: Body): Readonly<Record<string, unknown>> | undefined {
  if (body.kind === 'form') return singleValues(body.pairs)
  if (body.kind !== 'json') return undefined
  const { value } = body
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

const one = (record: unknown): Batch => ({
  rows: [record],
  single: true,
  isUnbounded: false,
  repeatable: true,
})

function toBatch(body: Body, detail: boolean): Batch {
  if (body.kind === 'empty') return one({})
  if (body.kind === 'form') return one(singleValues(body.pairs))
  if (body.kind === 'json' && !Array.isArray(body.value)) {
    if (typeof body.value !== 'object' || body.value === null) throw expectedObject(typeName(body.value))
    return one(body.value)
  }
  if (detail) throw expectedObject('list')
  const lines = body.kind === 'lines'
  const many = { single: false, isUnbounded: lines && !body.isWhole, repeatable: !lines }
  return { rows: body.kind === 'json' ? listOf(body.value) : body.rows, ...many }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const typeName = (value: unknown): string => (value === null ? 'null' : typeof value)

const expectedObject = (type: string): ServiceError =>
  fieldErrors({ [recordLevel]: [{ code: 'not_an_object', params: { type } }] })

function present(
  call: DataCall,
  batch: Batch,
  result: WriteResult,
  dryRun: boolean,
): Answer | Promise<Answer> {
  const { prefer, method, target, negotiated } = call
  const { created, updated, unchanged, failed } = result
  if (prefer.lenient && !batch.single) return presentOutcomes(call, result, dryRun)
  if (dryRun) return jsonAnswer(200, { created, updated, unchanged, failed })
  if (prefer.minimal) return jsonAnswer(200, { created, updated, unchanged })
  const status = method === 'POST' ? 201 : 200
  const headers = { 'content-type': negotiated.contentType }
  if (!batch.single) return listAnswer(call, status, withIssuedKeys(call, result.list), headers)
  const record = withIssuedKey(call, result.records[0]!)
  const found: unknown = JSON.parse(record)
  const key = Object.entries(found ?? {}).find(([name]) => name === call.entity.key)?.[1]
  const path = dataPath(target.scenario, target.app, target.entity, String(key))
  return jsonText(status, indentJson(record, negotiated.indent), {
    ...headers,
    etag: recordEtag(result.records[0]!),
    ...(status === 201 ? { location: originOf(call.exchange) + path } : {}),
  })
}

/** Returns the records as one JSON list: few as one buffer, many as a stream. */
function listAnswer(call: DataCall, status: number, chunks: readonly Buffer[], headers: Headers): Answer {
  const { indent } = call.negotiated
  const [first = Buffer.alloc(0)] = chunks
  const body = chunks.length > 1 ? streamChunks(chunks) : first
  if (indent === 0) return jsonText(status, body, headers)
  return jsonText(status, indentJson(Buffer.concat(chunks).toString('utf8'), indent), headers)
}

async function presentOutcomes(call: DataCall, result: WriteResult, dryRun: boolean): Promise<Answer> {
  const texts = await loadMessages(call.exchange.language)
  const secrets = dryRun ? undefined : issuedKeys(call)
  const { created, updated, unchanged, failed } = result
  const results = result.outcomes.map(({ index, outcome, key, errors }) => ({
    ...(index === undefined ? {} : { index }),
    outcome,
    key,
    ...secretOf(secrets?.get(Number(key))),
    ...(errors === undefined ? {} : { errors: describeFields(errors, texts) }),
  }))
  return jsonAnswer(200, { created, updated, unchanged, failed, results })
}

/** Returns the member of an outcome with the secret of a new API key; `key` is the id there. */
const secretOf = (secret: string | undefined): { readonly secret?: string } =>
  secret === undefined ? {} : { secret }
