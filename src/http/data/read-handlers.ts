/** GET and HEAD: lists in all formats, and single records. */
import { authorize } from '../../auth/rights/policies.ts'
import { streamOwner } from '../../data/context.ts'
import { recordEtag, shownEtag } from '../../data/etag.ts'
import {
  fieldEquals,
  indentJson,
  type ListAnswer,
  type ListFormat,
  type PageLink,
  parseRead,
  readCount,
  readEverything,
  readList,
  readPages,
  readRecord,
  type ReadRequest,
  type Total,
  type TotalFinder,
} from '../../data/read/index.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { listFormatByName } from '../../files/list-formats.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import { followedReferences } from '../../model/followed-field.ts'
import { loadLabels } from '../../words/load-labels.ts'
import type { OpenReport } from '../../planning/reports/output-report.ts'
import { type Answer, emptyAnswer, type Headers, jsonText } from '../answer.ts'
import { originOf } from '../exchange.ts'
import type { QueryPairs } from '../request-target.ts'
import {
  asksForChanges,
  type ChangedList,
  deletedKeysAnswer,
  openChanges,
  withoutCursor,
} from './changed-since.ts'
import {
  type DataCall,
  ignoredHeader,
  mayFollow,
  readOptions,
  rejectsUnknown,
  scopeConditions,
  searchOptions,
} from './data-call.ts'
import { openReport } from './open-report.ts'

/** Formats of rows and cells, which cannot contain lists within a record. */
const flat: ReadonlySet<string> = new Set(['csv', 'xlsx'])

/** Source of a list. */
interface ListSource {
  readonly entity: Entity
  readonly query: QueryPairs
  readonly narrow?: OpenReport['narrow']
  readonly rows?: OpenReport['rows']
}

function parse(call: DataCall, { entity, query, narrow }: ListSource, changes?: ChangedList): ReadRequest {
  const { context, principal, target, exchange } = call
  const { scope } = authorize(principal, target.scenario, entity, 'GET')
  const request = parseRead(context.model, entity, changes === undefined ? query : withoutCursor(query), {
    timeZone: context.timeZone,
    strict: rejectsUnknown(call),
    only: scopeConditions(entity, scope),
    mayFollow: mayFollow(call),
    withLists: !flat.has(call.negotiated.format),
  })
  exchange.ignoredParameters.count(entity, request.ignored)
  if (changes?.range !== undefined) return { ...request, changed: changes.range }
  return narrow === undefined ? request : narrow(context, request)
}

/** Returns a list of records. HEAD returns only the headers, without reading the records. */
export async function readListAnswer(call: DataCall): Promise<Answer> {
  const { context, entity, exchange, negotiated, method } = call
  const format = listFormatByName.get(negotiated.format === 'api' ? 'json' : negotiated.format)!
  const labels = await loadLabels(exchange.language)
  const source: ListSource = await openReport(call, format.name, labels)
  const changes = asksForChanges(call) ? await openChanges(call) : undefined
  const request = parse(call, source, changes)
  const timeout = request.search.length === 0 ? readOptions(call) : searchOptions(call)
  // Headers of spreadsheets are in the language of the user.
  const form = `${format.name}${format.name === 'xlsx' ? exchange.language : negotiated.indent}`
  const known = exchange.request.headers['if-none-match']
  const fresh = known !== undefined || method === 'HEAD'
  const counted =
    changes === undefined
      ? await exchange.listTags.tagOf(context, request, form, { ...timeout, fresh })
      : undefined
  // The tag is weak: because it is cached for a moment, it may be sent with two bodies, the second one newer than the
  // tag.
  const etag = counted === undefined ? undefined : `W/${counted}`
  const headers: Headers = {
    'content-type': negotiated.contentType,
    ...ignoredHeader(request.ignored),
    ...(etag === undefined ? {} : { etag }),
    ...downloadHeader(entity, format),
    ...changes?.headers,
  }
  if (matches(known, etag)) return emptyAnswer(304, headers)
  if (method === 'HEAD' && request.paging.kind === 'all') return emptyAnswer(200, headers)
  const total = request.paging.kind === 'slice' ? totalFinder(call, request) : 'none'
  // The import reads a file without a mark in the charset of the settings.
  const marked = new TextDecoder(exchange.service.settings.CSV_CHARSET).encoding !== 'utf-8'
  const options = { ...timeout, indent: negotiated.indent, labels, marked, total }
  if (method === 'HEAD' && request.paging.kind === 'slice') {
    const pages = await readPages(context, request, options)
    return emptyAnswer(200, { ...headers, ...pageHeaders(call, request, pages) })
  }
  const list = await readList(context, request, formatOf(source, format), options)
  return { status: 200, headers: { ...headers, ...pageHeaders(call, request, list) }, body: list.body }
}

/** Returns the headers of a page: the total of all pages, and the links to other ones. */
function pageHeaders(
  call: DataCall,
  { paging, uncounted }: ReadRequest,
  { total, links }: Pick<ListAnswer, 'total' | 'links'>,
): Headers {
  return {
    ...(paging.kind === 'slice' && uncounted !== true ? totalHeaders(call, total ?? 'none') : {}),
    ...linkHeader(call, links),
  }
}

/**
 * Returns the function that finds the total of a list, as the client prefers. Reports are always counted, because
 * their changes are not tracked.
 */
function totalFinder(call: DataCall, request: ReadRequest): 'none' | TotalFinder {
  const { context, exchange, prefer } = call
  if (prefer.count === 'none') return 'none'
  if (request.changed !== undefined) {
    return {
      find: async () => ({ count: await readCount(context, request, readOptions(call)), exact: true }),
    }
  }
  const options = {
    ...readOptions(call),
    countTimeout: exchange.service.settings.COUNT_TIMEOUT,
    preference: request.entity.query === undefined ? prefer.count : 'exact',
  }
  return exchange.listTotals.finderOf(context, request, options)
}

/** Returns the headers of the total. An estimate is always marked as one; `none` means no total. */
function totalHeaders({ prefer }: DataCall, total: Total | 'none'): Headers {
  if (total === 'none') return { 'preference-applied': 'count=none' }
  const kind = total.exact ? 'exact' : 'estimated'
  return {
    'x-total-count': String(total.count),
    ...(total.exact && prefer.count === undefined ? {} : { 'preference-applied': `count=${kind}` }),
  }
}

/** Returns the format; if the source has its own rows, the format reads these rows for a request. */
function formatOf({ rows }: ListSource, format: ListFormat): ListFormat {
  if (rows === undefined) return format
  return {
    ...format,
    open: async (context, request, run) => format.open(context, await rows(context, request, run), run),
  }
}

/** Browsers download formats that they cannot display. */
function downloadHeader({ model }: Entity, { name }: ListFormat): Headers {
  return name === 'csv' || name === 'xlsx'
    ? { 'content-disposition': `attachment; filename="${model}.${name}"` }
    : {}
}

/** Maximum number of characters of all links to pages. Proxies reject responses with large headers. */
const mostLinkCharacters = 4096

/**
 * Returns the links to other pages. Each link repeats the whole URL, so for a very long URL only the link to the next
 * page is returned.
 */
function linkHeader(call: DataCall, links: readonly PageLink[]): Headers {
  // Most lists are sent without paging.
  if (links.length === 0) return {}
  const all = describeLinks(call, links)
  const next = links.filter(({ rel }) => rel === 'next')
  const link = all.length <= mostLinkCharacters ? all : describeLinks(call, next)
  return link === '' ? {} : { link }
}

function describeLinks(call: DataCall, links: readonly PageLink[]): string {
  const [{ params: names } = { params: {} }] = links
  const path = `${originOf(call.exchange)}${call.exchange.request.url.split('?')[0]}`
  const kept = withParameters(call.query, names, false)
  const prefix = `${path}?${kept}${kept === '' ? '' : '&'}`
  return links
    .map(({ rel, params }) => {
      const own = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      return `<${prefix}${own.join('&')}>; rel="${rel}"`
    })
    .join(', ')
}

/** Returns a query string in which some parameters are replaced or removed; the others are unchanged. */
export function withParameters(
  query: QueryPairs,
  params: Readonly<Record<string, string>>,
  set = true,
): string {
  // Both parameters set the page size.
  const replaced = new Set([...Object.keys(params), ...(params['page_size'] === undefined ? [] : ['limit'])])
  const kept = query.filter(([name]) => !replaced.has(name))
  const added = set ? Object.entries(params) : []
  if (kept.length + added.length === 0) return ''
  const pairs = [...kept, ...added].map(([name, value]): [string, string] => [name, value])
  return new URLSearchParams(pairs).toString()
}

/** Formats of lists only: a single record is sent as a list of one. */
const listOnly: ReadonlySet<string> = new Set(['csv', 'ndjson', 'xlsx'])

/**
 * Returns one record. Its tag is that of the whole record, regardless of the requested fields, and of the requested
 * fields of other records.
 */
export async function readDetailAnswer(call: DataCall): Promise<Answer> {
  if (call.target.key === 'deleted' && asksForChanges(call)) return deletedKeysAnswer(call)
  const { context, entity, exchange, negotiated, principal, target } = call
  const { scope } = authorize(principal, target.scenario, entity, 'GET')
  const options = { ...readOptions(call), only: scopeConditions(entity, scope) }
  const { ignored, fields, lists } = parseRead(context.model, entity, call.query, {
    timeZone: context.timeZone,
    strict: rejectsUnknown(call),
    withLists: !flat.has(negotiated.format),
    mayFollow: mayFollow(call),
  })
  exchange.ignoredParameters.count(entity, ignored)
  const record = await readRecord(context, entity, target.key, options)
  if (record === undefined) throw new ServiceError('not_found')
  const nested = lists === undefined ? {} : { lists }
  const readShown = async (): Promise<string> => {
    if (!call.query.some(([name]) => name === 'fields')) return record
    const read = await readRecord(context, entity, target.key, { ...options, shown: { fields, ...nested } })
    if (read === undefined) throw new ServiceError('not_found')
    return read
  }
  const followed = followedReferences(fields).length > 0 ? await readShown() : undefined
  const etag = followed === undefined ? recordEtag(record) : shownEtag(recordEtag(record), followed)
  const headers: Headers = { 'content-type': negotiated.contentType, etag, ...ignoredHeader(ignored) }
  if (matches(exchange.request.headers['if-none-match'], etag)) return emptyAnswer(304, headers)
  if (listOnly.has(negotiated.format)) {
    const key = keyField(entity).type === 'identity' ? Number(target.key) : target.key
    const conditions = [fieldEquals(entity, entity.key, key), ...options.only]
    const list = listFormatByName.get(negotiated.format)!
    const labels = await loadLabels(exchange.language)
    const owner = streamOwner(context.actor)
    const run = { ...options, indent: 0, labels, signal: context.signal, owner }
    const body = await list.open(context, { ...readEverything(entity, conditions), fields, ...nested }, run)
    return { status: 200, headers: { ...headers, ...downloadHeader(entity, list) }, body }
  }
  return jsonText(200, indentJson(followed ?? (await readShown()), negotiated.indent), headers)
}

/** Returns true if an If-None-Match header contains a tag. Tags are compared weakly, as the header requires. */
export function matches(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false
  const wanted = opaque(etag)
  return header.split(',').some((tag) => tag.trim() === '*' || opaque(tag.trim()) === wanted)
}

const opaque = (tag: string): string => tag.replace(/^W\//, '')
