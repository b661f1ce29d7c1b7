/** A request to the data API after its URL, its sender and its wishes are known. */
import type { Principal } from '../../auth/principal.ts'
import { type RowScope, viewsAll } from '../../auth/rights/policies.ts'
import type { Coerced } from '../../data/codecs.ts'
import type { DataContext } from '../../data/context.ts'
import { type Clause, fieldIn } from '../../data/read/index.ts'
import { type Message, messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { parseBoolean } from '../../model/values/booleans.ts'
import type { OutputReport } from '../../planning/reports/output-report.ts'
import type { Answer } from '../answer.ts'
import type { Body } from '../body/read-body.ts'
import type { Exchange } from '../exchange.ts'
import type { Negotiated } from '../negotiation.ts'
import type { QueryPairs, RequestTarget } from '../request-target.ts'
import type { Preferences } from './prefer.ts'

export interface DataCall {
  readonly exchange: Exchange
  /** Usually that of the request; a page's form sends it as a field. */
  readonly method: string
  readonly target: RequestTarget
  readonly query: QueryPairs
  readonly entity: Entity
  /** The plan report of which the entity is the declaration; undefined for records of a table. */
  readonly report?: OutputReport
  readonly principal: Principal
  readonly context: DataContext
  readonly negotiated: Negotiated
  readonly prefer: Preferences
  /** The request may come from a form of a page, which says what it means and proves where it comes from. */
  readonly fromForm: boolean
  /** Reads the body; called after the rights were checked, at most once. */
  readonly body: () => Promise<Body>
}

export type DataHandler = (call: DataCall) => Promise<Answer>

/** Rights that reach only some records, as conditions. */
export function scopeConditions(entity: Entity, scope: RowScope | undefined): readonly Clause[] {
  if (scope === undefined) return []
  const values: readonly Coerced[] = scope.values
  const own = fieldIn(entity, scope.field, values)
  if (scope.or === undefined) return [own]
  return [{ join: 'or', parts: [own, ...scopeConditions(entity, scope.or)] }]
}

/** Whether the sender may see all records of an entity, and so may filter by their fields. */
export function mayFollow({ principal, target }: DataCall): (entity: Entity) => boolean {
  return (entity) => viewsAll(principal, target.scenario, entity)
}

/**
 * The scope as the write path takes it: one value of one field. Others belong to entities whose storage looks at each
 * record itself.
 */
export function writeScope(
  scope: RowScope | undefined,
): { readonly scope: { readonly field: string; readonly value: number | string } } | undefined {
  const value = scope?.values[0]
  if (scope === undefined || value === undefined || scope.values.length > 1 || scope.or !== undefined)
    return undefined
  return { scope: { field: scope.field, value } }
}

/** Lists have no tag that a change could be bound to. Throws `condition_on_list` where it is asked for. */
export function refuseIfMatch({ exchange }: DataCall): void {
  if (exchange.request.headers['if-match'] !== undefined) throw new ServiceError('condition_on_list')
}

/** Used as the timeout if the settings disable it. */
const noTimeoutSeconds = 86_400

/** How long a read may take. */
export function readOptions({ exchange }: Pick<DataCall, 'exchange'>): { readonly timeout: number } {
  const { STATEMENT_TIMEOUT: timeout } = exchange.service.settings
  return { timeout: timeout === 0 ? noTimeoutSeconds : timeout }
}

/** How long a search may take: it reads all records, and somebody who types waits for it. */
export function searchOptions({ exchange }: Pick<DataCall, 'exchange'>): { readonly timeout: number } {
  const { STATEMENT_TIMEOUT: longest, SEARCH_TIMEOUT: timeout } = exchange.service.settings
  return { timeout: longest === 0 ? timeout : Math.min(longest, timeout) }
}

/** A switch among the parameters such as `dryrun=1`. Throws `invalid_parameter`. */
export function flagParameter(query: QueryPairs, name: string): boolean {
  const value = query.findLast(([given]) => given === name)?.[1] ?? ''
  const truth = value === '' ? false : parseBoolean(value)
  if (truth !== undefined) return truth
  throw new ServiceError(
    'invalid_parameter',
    { name, reason: 'use 1 or 0' },
    {
      fields: { [name]: [{ code: 'invalid_boolean' }] },
    },
  )
}

/** `expect=5`: as many records must match as the user was told, else nothing is done. Throws `invalid_parameter`. */
export function expectedCount(query: QueryPairs): number | undefined {
  const text = query.findLast(([given]) => given === 'expect')?.[1] ?? ''
  if (text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const fault: Message = {
    code: 'invalid_page',
    params: { expected: { code: 'whole_number_from', params: { limit: 0 } } },
  }
  const reason = messageText(fault)
  throw new ServiceError('invalid_parameter', { name: 'expect', reason }, { fields: { expect: [fault] } })
}

/** Whether parameters that an entity does not know are rejected: as the request wishes, else as the setting says. */
export function rejectsUnknown({ prefer, exchange }: Pick<DataCall, 'prefer' | 'exchange'>): boolean {
  return prefer.strict || (!prefer.lenient && exchange.service.settings.UNKNOWN_FILTERS === 'reject')
}

/** Names in a header, and characters of each: clients and proxies refuse answers with large headers. */
const mostListed = 20
const longestListed = 100

/** Names in a header: anything that a header cannot hold is escaped. Of many, the first, then how many more there are. */
export function headerList(names: readonly string[]): string {
  const listed = names
    .slice(0, mostListed)
    .map((name) => encodeURIComponent(name.slice(0, longestListed).toWellFormed()))
  const more = names.length - listed.length
  return [...listed, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}
