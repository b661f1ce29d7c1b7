/**
 * Parses the paging parameters: `limit` and `offset`, `page` and `page_size`, or `cursor`. Without them a list has no
 * pages.
 */
import type { Message } from '../../errors/messages.ts'

export type Paging =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'slice'
      readonly limit: number | undefined
      readonly offset: number
      readonly by: 'limit' | 'page'
    }
  /** `after` is the cursor of the request; empty for the first page. */
  | { readonly kind: 'cursor'; readonly limit: number; readonly after: string }

export const pagingParameters = ['limit', 'offset', 'page', 'page_size', 'cursor'] as const
type PagingParameter = (typeof pagingParameters)[number]

/** Default number of records per page. */
export const defaultPageSize = 100

/** Parameters that may be combined; the first one of this order that is given decides. */
const families: Readonly<Record<'cursor' | 'page' | 'page_size' | 'limit' | 'offset', readonly string[]>> = {
  cursor: ['cursor', 'limit', 'page_size'],
  page: ['page', 'page_size'],
  page_size: ['page', 'page_size'],
  limit: ['limit', 'offset'],
  offset: ['limit', 'offset'],
}

const lowest: Readonly<Record<Exclude<PagingParameter, 'cursor'>, number>> = {
  limit: 1,
  offset: 0,
  page: 1,
  page_size: 1,
}

/** Parses the paging of a request. Adds errors to `faults` by parameter. */
export function parsePaging(
  params: ReadonlyMap<string, string>,
  faults: Map<string, readonly Message[]>,
): Paging {
  const given = pagingParameters.filter((name) => (name === 'cursor' ? params.has(name) : params.get(name)))
  const leading = (['cursor', 'page', 'page_size', 'limit', 'offset'] as const).find((name) =>
    given.includes(name),
  )
  if (leading === undefined) return { kind: 'all' }
  for (const name of given) {
    if (!families[leading].includes(name)) {
      faults.set(name, [{ code: 'conflicting_paging', params: { other: leading } }])
    }
  }
  const read = (name: Exclude<PagingParameter, 'cursor'>): number | undefined => {
    const text = params.get(name)
    if (text === undefined || text === '') return undefined
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1
    if (number >= lowest[name]) return number
    const expected: Message = { code: 'whole_number_from', params: { limit: lowest[name] } }
    faults.set(name, [{ code: 'invalid_page', params: { expected } }])
    return undefined
  }
  const limit = read('limit')
  const offset = read('offset')
  const page = read('page')
  const pageSize = read('page_size')
  if (leading === 'cursor') {
    return { kind: 'cursor', limit: pageSize ?? limit ?? defaultPageSize, after: params.get('cursor') ?? '' }
  }
  if (leading === 'limit' || leading === 'offset') {
    return { kind: 'slice', limit, offset: offset ?? 0, by: 'limit' }
  }
  const size = pageSize ?? defaultPageSize
  // No list has as many records, so every page beyond is as empty.
  const start = Math.min(((page ?? 1) - 1) * size, Number.MAX_SAFE_INTEGER)
  return { kind: 'slice', limit: size, offset: start, by: 'page' }
}

export interface PageLink {
  readonly rel: 'next' | 'prev' | 'first' | 'last'
  /** Parameters of the URL of the page. */
  readonly params: Readonly<Record<string, string>>
}

/** Returns links to the pages around a slice of `total` records, for the header Link. */
export function pageLinks(paging: Paging, total: number): readonly PageLink[] {
  if (paging.kind !== 'slice' || paging.limit === undefined) return []
  const { limit, offset, by } = paging
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  // The last offset keeps the remainder of an offset that is not a multiple of the limit.
  const lastOffset =
    by === 'page'
      ? last
      : Math.max(offset % limit, last + (offset % limit) - (last + (offset % limit) >= total ? limit : 0))
  const link = linkOf(limit, by)
  return [
    link('first', 0),
    ...(offset > 0 ? [link('prev', Math.max(0, Math.min(offset - limit, lastOffset)))] : []),
    ...(offset + limit < total ? [link('next', offset + limit)] : []),
    link('last', Math.max(0, lastOffset)),
  ]
}

/** Returns links to the pages around a slice if it is only known whether records follow it. */
export function pageLinksUncounted(paging: Paging, hasNext: boolean): readonly PageLink[] {
  if (paging.kind !== 'slice' || paging.limit === undefined) return []
  const { limit, offset, by } = paging
  const link = linkOf(limit, by)
  return [
    link('first', 0),
    ...(offset > 0 ? [link('prev', Math.max(0, offset - limit))] : []),
    ...(hasNext ? [link('next', offset + limit)] : []),
  ]
}

const linkOf =
  (limit: number, by: 'limit' | 'page') =>
  (rel: PageLink['rel'], at: number): PageLink => ({
    rel,
    params:
      by === 'page'
        ? { page: String(Math.floor(at / limit) + 1), page_size: String(limit) }
        : { limit: String(limit), offset: String(at) },
  })

/** Returns a link to the next page of a cursor. */
export function cursorLink(limit: number, cursor: string): PageLink {
  return { rel: 'next', params: { cursor, page_size: String(limit) } }
}
