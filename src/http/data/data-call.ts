/** A request to the data API after its URL, its user and its preferences are parsed. */
import type { Principal } from '../../auth/principal.ts'
import { type RowScope, viewsAll } from '../../auth/rights/policies.ts'
import type { Coerced } from '../../data/codecs.ts'
import type { DataContext } from '../../data/context.ts'
import { type Clause, fieldIn, readRecord, reservedParameters } from '../../data/read/index.ts'
import type { Preconditions } from '../../data/write/request.ts'
import type { Message } from '../../errors/messages.ts'
import { invalidParameters, parameterError, unknownParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { parseFlag } from '../../model/values/booleans.ts'
import { closest } from '../../settings/suggestion.ts'
import type { OutputReport } from '../../planning/reports/output-report.ts'
import type { Answer, Headers } from '../answer.ts'
import type { Body } from '../body/read-body.ts'
import type { Exchange } from '../exchange.ts'
import type { Negotiated } from '../negotiation.ts'
import type { QueryPairs, RequestTarget } from '../request-target.ts'
import type { Preferences } from './prefer.ts'

export interface DataCall {
  readonly exchange: Exchange
  /** Usually the method of the request; the form of a page sends it as a field. */
  readonly method: string
  readonly target: RequestTarget
  readonly query: QueryPairs
  readonly entity: Entity
  /** Plan report whose declaration the entity is; undefined for records of a table. */
  readonly report?: OutputReport
  readonly principal: Principal
  readonly context: DataContext
  readonly negotiated: Negotiated
  readonly prefer: Preferences
  /** If true, the request may be a form of a page, which contains the method and a CSRF token. */
  readonly fromForm: boolean
  /** Reads the body; called after the permission check, at most once. */
  readonly body: () => Promise<Body>
}

export type DataHandler = (call: DataCall) => Promise<Answer>

/** Returns the conditions for permissions that include only some records. */
export function scopeConditions(entity: Entity, scope: RowScope | undefined): readonly Clause[] {
  if (scope === undefined) return []
  const values: readonly Coerced[] = scope.values
  const own = fieldIn(entity, scope.field, values)
  if (scope.or === undefined) return [own]
  return [{ join: 'or', parts: [own, ...scopeConditions(entity, scope.or)] }]
}

/** Returns a predicate: true if the user may see all records of an entity, and so may filter by their fields. */
export function mayFollow({ principal, target }: DataCall): (entity: Entity) => boolean {
  return (entity) => viewsAll(principal, target.scenario, entity)
}

/**
 * Returns the scope in the format of writes: one value of one field. Other scopes belong to entities whose storage
 * checks each record itself.
 */
export function writeScope(
  scope: RowScope | undefined,
): { readonly scope: { readonly field: string; readonly value: number | string } } | undefined {
  const value = scope?.values[0]
  if (scope === undefined || value === undefined || scope.values.length > 1 || scope.or !== undefined)
    return undefined
  return { scope: { field: scope.field, value } }
}

/**
 * Throws `condition_on_list` for a change of a list with If-Match or If-None-Match: lists have no tag for conditional
 * changes. Only POST understands `If-None-Match: *`, which adds records and changes none; throws `condition_on_post` for
 * another value.
 */
export function rejectConditions({ exchange, method }: DataCall): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = exchange.request.headers
  if (ifMatch !== undefined) throw new ServiceError('condition_on_list', { header: 'If-Match' })
  if (ifNoneMatch === undefined || (method === 'POST' && ifNoneMatch.trim() === '*')) return
  if (method === 'POST') throw new ServiceError('condition_on_post')
  throw new ServiceError('condition_on_list', { header: 'If-None-Match' })
}

/**
 * Throws `not_found` for a record outside of the rows that the user may change or delete, whatever the conditions of
 * the request: their result would reveal that the record exists.
 */
export async function requireInScope(call: DataCall, scope: RowScope | undefined): Promise<void> {
  if (scope === undefined) return
  const { context, entity, target } = call
  const only = scopeConditions(entity, scope)
  const found = await readRecord(context, entity, target.key, { ...readOptions(call), only })
  if (found === undefined) throw new ServiceError('not_found')
}

/** Returns the conditions of a change of one record. */
export function preconditionsOf({ exchange }: DataCall): Preconditions {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = exchange.request.headers
  return {
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
  }
}

/** Used as the timeout if the settings disable it. */
const noTimeoutSeconds = 86_400

/** Returns the timeout of a read, in seconds. */
export function readOptions({ exchange }: Pick<DataCall, 'exchange'>): { readonly timeout: number } {
  const { STATEMENT_TIMEOUT: timeout } = exchange.service.settings
  return { timeout: timeout === 0 ? noTimeoutSeconds : timeout }
}

/** Returns the timeout of a search, in seconds: a search reads all records, and a user waits for it while typing. */
export function searchOptions({ exchange }: Pick<DataCall, 'exchange'>): { readonly timeout: number } {
  const { STATEMENT_TIMEOUT: longest, SEARCH_TIMEOUT: timeout } = exchange.service.settings
  return { timeout: longest === 0 ? timeout : Math.min(longest, timeout) }
}

/** Returns the value of a boolean parameter such as `dryrun=1`. Throws `invalid_parameter`. */
export function flagParameter(query: QueryPairs, name: string): boolean {
  const value = query.findLast(([given]) => given === name)?.[1] ?? ''
  const truth = value === '' ? false : parseFlag(value)
  if (truth !== undefined) return truth
  throw parameterError(name, { code: 'invalid_boolean' })
}

/** Returns the error of parameters that have no meaning for a request and must not be ignored. */
export function misplacedParameter(names: readonly string[]): ServiceError {
  const reserved = names.some((name) => reservedParameters.has(name))
  const code = reserved ? 'parameter_without_meaning' : 'parameter_of_other_method'
  return unknownParameter(names, { remedy: { code } })
}

/** Returns whether a name other than `dryrun` probably means it. */
function meansDryRun(name: string): boolean {
  const letters = name.replaceAll(/[-_ ]/g, '').toLowerCase()
  if (letters === 'dry' || letters.startsWith('dryrun')) return true
  return letters.startsWith('d') && closest(letters, ['dryrun']) !== undefined
}

/**
 * Throws `invalid_parameter` for a parameter that is probably a misspelled `dryrun`: if a write ignored it, it would
 * store what the client only wants to check.
 */
export function rejectMisspelledDryRun(names: readonly string[]): void {
  const misspelled = names.filter(meansDryRun)
  if (misspelled.length === 0) return
  const fault: readonly Message[] = [
    { code: 'unknown_query_parameter' },
    { code: 'parameter_meant', params: { name: 'dryrun' } },
  ]
  throw invalidParameters(new Map(misspelled.map((name) => [name, fault])))
}

/**
 * `expect=5`: returns the number of records that must match; otherwise nothing is changed. Throws
 * `invalid_parameter`.
 */
export function expectedCount(query: QueryPairs): number | undefined {
  const text = query.findLast(([given]) => given === 'expect')?.[1] ?? ''
  if (text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const fault: Message = {
    code: 'invalid_page',
    params: { expected: { code: 'whole_number_from', params: { limit: 0 } } },
  }
  throw parameterError('expect', fault)
}

/** Returns true if unknown parameters are rejected: the header Prefer decides first, then the setting. */
export function rejectsUnknown({ prefer, exchange }: Pick<DataCall, 'prefer' | 'exchange'>): boolean {
  return prefer.strict || (!prefer.lenient && exchange.service.settings.UNKNOWN_FILTERS === 'reject')
}

/**
 * Maximum number of names in a header, and of characters of each: clients and proxies reject responses with large
 * headers.
 */
const mostListed = 20
const longestListed = 100

/**
 * Returns names for a header; characters that are invalid in a header are escaped. A long list is cut and ends with
 * the number of omitted names.
 */
export function headerList(names: readonly string[]): string {
  const listed = names
    .slice(0, mostListed)
    .map((name) => encodeURIComponent(name.slice(0, longestListed).toWellFormed()))
  const more = names.length - listed.length
  return [...listed, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

/** Returns the header that names the parameters that a list has ignored. */
export function ignoredHeader(names: readonly string[]): Headers {
  return names.length === 0 ? {} : { 'x-ignored-parameters': headerList(names) }
}
