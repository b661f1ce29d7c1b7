/** Reads lists, single records, counts and pages for the rest of the service. */
import type { Readable } from 'node:stream'
import type { Entity } from '../../model/entity.ts'
import { keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { shownLists } from '../../model/nested-lists.ts'
import { type DataContext, streamOwner } from '../context.ts'
import { changeCounter, modelVersion, recordEtag } from '../etag.ts'
import { visibleFields } from '../record-sql.ts'
import type { Clause } from './condition.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { openPage } from './far-pages.ts'
import { type FormatOptions, type ListFormat } from './formats.ts'
import { textFault } from './lookups.ts'
import type { Total, TotalFinder } from './list-totals.ts'
import { cursorLink, type PageLink, pageLinks, pageLinksUncounted } from './paging.ts'
import type { ReadRequest } from './parse-read.ts'
import {
  entitiesRead,
  mayReadReplica,
  planBeyond,
  planCount,
  planDistinct,
  planPageEnd,
  planPlace,
  planRank,
  planRecord,
} from './plan-read.ts'
import { fetchTexts } from './read-stream.ts'
import { databaseOf } from '../relation.ts'

export interface ReadOptions {
  /** Timeout of a statement, in seconds. */
  readonly timeout: number
}

/** Returns the options of a statement. Single records are read without a request, always from the primary. */
const runOptions = (context: DataContext, options: ReadOptions, request?: ReadRequest) => ({
  signal: context.signal,
  timeout: options.timeout,
  onReplica: request !== undefined && mayReadReplica(context, request),
})

/** Returns the number of matching records on all pages. */
export async function readCount(
  context: DataContext,
  request: ReadRequest,
  options: ReadOptions,
): Promise<number> {
  const [count] = await fetchTexts(
    databaseOf(context, request.entity),
    planCount(context, request),
    runOptions(context, options, request),
  )
  return Number(count)
}

/**
 * Returns one record as JSON text. Returns undefined if no record has the key (exact, case-sensitive) or a condition
 * of `only` is not met.
 */
export async function readRecord(
  context: DataContext,
  entity: Entity,
  key: string | number,
  options: ReadOptions & {
    readonly only?: readonly Clause[]
    /** Fields and lists of the output; default: the whole record with its lists. */
    readonly shown?: Pick<ReadRequest, 'fields' | 'lists'>
  },
): Promise<string | undefined> {
  const value = keyValue(entity, key)
  if (value === undefined) return undefined
  const plan = planRecord(
    context,
    {
      entity,
      conditions: options.only ?? [],
      ...(options.shown ?? { fields: visibleFields(entity), lists: shownLists(entity) }),
    },
    value,
  )
  const [record] = await fetchTexts(databaseOf(context, entity), plan, runOptions(context, options))
  return record
}

/**
 * Returns the key in the form that the database compares; undefined for a text that cannot be a key of the entity.
 */
function keyValue(entity: Entity, key: string | number): string | number | undefined {
  const text = String(key)
  if (keyField(entity).type !== 'identity') return textFault(text) === undefined ? text : undefined
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined
}

export interface ListAnswer {
  readonly body: Buffer | Readable
  /** Number of records on all pages; only if pages were requested by number. */
  readonly total?: Total
  /** Links to neighboring pages; empty if no pages were requested. */
  readonly links: readonly PageLink[]
}

export interface ListOptions extends Omit<FormatOptions, 'signal' | 'owner'> {
  /** Finds the number of records on all pages; by default they are counted. `none`: the number is not needed. */
  readonly total?: 'none' | TotalFinder
}

/**
 * Returns a list in a format. A large body is a stream, which the caller must destroy if it does not read it to the
 * end. Rejects if the query fails before its first bytes; later failures are errors of the stream.
 */
export async function readList(
  context: DataContext,
  request: ReadRequest,
  format: ListFormat,
  { total, ...options }: ListOptions,
): Promise<ListAnswer> {
  const onReplica = mayReadReplica(context, request)
  const run = { ...options, signal: context.signal, owner: streamOwner(context.actor), onReplica }
  const { paging } = request
  if (paging.kind === 'cursor') {
    const end = await pageEnd(context, request, paging.limit, options)
    const body = await format.open(context, end.request, run)
    return { body, links: end.next === undefined ? [] : [cursorLink(paging.limit, end.next)] }
  }
  if (paging.kind === 'all') return { body: await format.open(context, request, run), links: [] }
  if (request.uncounted === true) return { body: await openPage(context, request, format, run), links: [] }
  let seen: string | undefined
  const counter = total === 'none' ? undefined : total?.counter
  const beside =
    counter === undefined ? undefined : { text: counter, onText: (text: string) => (seen = text) }
  const opening = openPage(context, request, format, { ...run, beside })
  const find = async (): Promise<Pages> => {
    if (total === 'none') return linksUncounted(context, request, options)
    // An error of the records is reported by the promise of the body.
    if (counter !== undefined) await opening.catch(() => undefined)
    const found = await (total?.find(seen) ?? counted(context, request, options))
    return pagesOf(context, request, found, options)
  }
  const [body, pages] = await together(opening, find())
  return { body, ...pages }
}

type Pages = Pick<ListAnswer, 'total' | 'links'>

/** Returns the total of a list and the links around a slice of it, without reading the slice. */
export async function readPages(
  context: DataContext,
  request: ReadRequest,
  { total, ...options }: ListOptions,
): Promise<Pages> {
  if (request.uncounted === true) return { links: [] }
  if (total === 'none') return linksUncounted(context, request, options)
  return pagesOf(context, request, await (total?.find() ?? counted(context, request, options)), options)
}

async function counted(context: DataContext, request: ReadRequest, options: ReadOptions): Promise<Total> {
  return { count: await readCount(context, request, options), exact: true }
}

async function pagesOf(
  context: DataContext,
  request: ReadRequest,
  total: Total,
  options: ReadOptions,
): Promise<Pages> {
  if (total.exact) return { total, links: pageLinks(request.paging, total.count) }
  return { total, ...(await linksUncounted(context, request, options)) }
}

/** Returns links to the previous and next page if the number of pages is unknown. */
async function linksUncounted(
  context: DataContext,
  request: ReadRequest,
  options: ReadOptions,
): Promise<Pages> {
  const { paging } = request
  if (paging.kind !== 'slice' || paging.limit === undefined) return { links: [] }
  const { limit, offset } = paging
  const plan = planBeyond(context, request, { limit, offset })
  const following = await fetchTexts(
    databaseOf(context, request.entity),
    plan,
    runOptions(context, options, request),
  )
  return { links: pageLinksUncounted(paging, following.length > 0) }
}

/** Waits for both. If the pages cannot be found, destroys the body, because it will not be read. */
async function together(
  body: Promise<Buffer | Readable>,
  pages: Promise<Pages>,
): Promise<readonly [Buffer | Readable, Pages]> {
  const [opened, found] = await Promise.allSettled([body, pages])
  if (opened.status === 'fulfilled' && found.status === 'fulfilled') return [opened.value, found.value]
  if (opened.status === 'rejected') throw opened.reason
  if (!Buffer.isBuffer(opened.value)) opened.value.destroy()
  throw found.status === 'rejected' ? found.reason : new Error('The pages are missing.')
}

/**
 * Finds the end of the page before the page is read. The page is then read up to that record instead of up to a
 * number of records: a record that is added in between appears on this page instead of moving another record off all
 * pages.
 */
async function pageEnd(
  context: DataContext,
  request: ReadRequest,
  limit: number,
  options: ReadOptions,
): Promise<{ readonly request: ReadRequest; readonly next?: string }> {
  const plan = planPageEnd(context, request, limit)
  const [last, following] = await fetchTexts(
    databaseOf(context, request.entity),
    plan,
    runOptions(context, options, request),
  )
  if (last === undefined || following === undefined) return { request }
  const next = encodeCursor(request.ordering, last)
  const until = decodeCursor(context.model, request.ordering, next, context.timeZone)
  if (until === undefined) throw new Error(`The position ${last} cannot be read back.`)
  return { request: { ...request, until }, next }
}

/**
 * Returns the number of records of a list before the one with the key, in its order and with its filters; undefined
 * if the list does not contain the record.
 */
export async function readPosition(
  context: DataContext,
  request: ReadRequest,
  key: string,
  options: ReadOptions,
): Promise<number | undefined> {
  const value = keyValue(request.entity, key)
  if (value === undefined) return undefined
  const run = runOptions(context, options)
  const [found] = await fetchTexts(
    databaseOf(context, request.entity),
    planPlace(context, request, value),
    run,
  )
  if (found === undefined) return undefined
  const cursor = encodeCursor(request.ordering, found)
  const until = decodeCursor(context.model, request.ordering, cursor, context.timeZone)
  if (until === undefined) throw new Error(`The position ${found} cannot be read back.`)
  const [count] = await fetchTexts(
    databaseOf(context, request.entity),
    planRank(context, { ...request, until }),
    run,
  )
  return Number(count) - 1
}

/**
 * Returns the values of a field in the records of a request with the number of records of each, most frequent first.
 */
export function readDistinct(
  context: DataContext,
  request: ReadRequest,
  field: Field,
  options: ReadOptions & { readonly limit: number; readonly part?: string },
): Promise<readonly string[]> {
  const plan = planDistinct(context, request, field, options)
  return fetchTexts(databaseOf(context, request.entity), plan, runOptions(context, options))
}

/**
 * Returns the entity tag of a list in a form (format, indentation); undefined if the change counter does not cover
 * its entities. The tag is read before the list, so it may be older than the list but never newer.
 */
export async function listEtag(
  context: DataContext,
  request: ReadRequest,
  form: string,
  options: ReadOptions,
): Promise<string | undefined> {
  const text = changeCounter(context, entitiesRead(context, request))
  if (text === undefined) return undefined
  const [counter] = await fetchTexts(
    databaseOf(context, request.entity),
    { text, values: [], settings: {} },
    runOptions(context, options),
  )
  return recordEtag(`${modelVersion(context.model)} ${form} ${counter}`)
}
