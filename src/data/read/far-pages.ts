/**
 * Pages far from the beginning of a list. PostgreSQL finds the n-th record by passing all records before it, which takes
 * 55 ns each: 3 ms for the middle of 100,000 records. Therefore the keys of some records are cached with the change
 * counter of the list, and a page is read from the last known key before it.
 *
 * The statement of the page itself compares the counter, so that counter and records are those of the same moment. If
 * the list has changed, the statement returns no records, and the page is read from the beginning of the list.
 *
 * A key is sought only if the list has the same counter as at a far page before: in a list that changes between two
 * pages it would not be used.
 */
import type { Readable } from 'node:stream'
import type { Database } from '../../database/database.ts'
import type { DataContext } from '../context.ts'
import { changeCounter } from '../etag.ts'
import { databaseOf } from '../relation.ts'
import { type FormatOptions, type ListFormat, listFormats } from './formats.ts'
import { countRememberedForMs, keyOf } from './list-totals.ts'
import { isKeyOrder, orderingText } from './ordering.ts'
import type { ReadRequest } from './parse-read.ts'
import { entitiesRead, planCount, planKeys } from './plan-read.ts'
import { fetchTexts } from './read-stream.ts'

/** Offset from which keys are cached: passing fewer records takes less than reading the change counter. */
const farOffset = 10_000
/** Maximum number of records that are passed from a known key to a page before a nearer key is sought. */
const mostPassed = 1_000
/**
 * Limits of the memory: a key has at most 2,600 characters (`indexedTextLimit`), of two bytes in memory, so that the
 * lists of a database take at most 10 MB.
 */
const maxLists = 20
const maxPlaces = 100

/** A known key: the one of the last of the first `offset` records. */
interface Place {
  readonly offset: number
  readonly key: string | number
}

/** What is known of a list while its change counter has the given value. */
class KnownList {
  readonly counter: string
  /** Expiry, in milliseconds since the epoch, as of counts. */
  readonly until: number
  /** An offset from which the list has no records, if it is known. */
  end = Infinity
  readonly #places: Place[] = []

  constructor(counter: string, until: number) {
    this.counter = counter
    this.until = until
  }

  get size(): number {
    return this.#places.length
  }

  add(place: Place): void {
    this.#places.push(place)
    if (this.#places.length > maxPlaces) this.#places.shift()
  }

  /** Returns the last known place up to an offset. */
  nearest(offset: number): Place | undefined {
    let best: Place | undefined
    for (const place of this.#places) {
      if (place.offset <= offset && place.offset > (best?.offset ?? 0)) best = place
    }
    return best
  }
}

/** The known lists of a database. */
export class KnownLists {
  readonly #lists = new Map<string, KnownList>()
  readonly #now: () => number

  constructor(now: () => number = () => Date.now()) {
    this.#now = now
  }

  get size(): number {
    return this.#lists.size
  }

  find(key: string): KnownList | undefined {
    for (const [other, { until }] of this.#lists) if (until <= this.#now()) this.#lists.delete(other)
    return this.#lists.get(key)
  }

  /** Replaces what is known of a list. */
  keep(key: string, counter: string): void {
    this.find(key)
    this.#lists.delete(key)
    this.#lists.set(key, new KnownList(counter, this.#now() + countRememberedForMs))
    if (this.#lists.size > maxLists) this.#lists.delete(this.#lists.keys().next().value!)
  }
}

const knownLists = new WeakMap<Database, KnownLists>()

function knownListsOf(database: Database): KnownLists {
  let known = knownLists.get(database)
  if (known === undefined) knownLists.set(database, (known = new KnownLists()))
  return known
}

/** Opens a page of a list; see the file header. */
export async function openPage(
  context: DataContext,
  request: ReadRequest,
  format: ListFormat,
  options: FormatOptions,
): Promise<Buffer | Readable> {
  const open = (): Promise<Buffer | Readable> => format.open(context, request, options)
  const { entity, ordering, paging } = request
  if (paging.kind !== 'slice' || paging.offset < farOffset || !isKeyOrder(entity, ordering)) return open()
  const counter = changeCounter(context, entitiesRead(context, request))
  if (counter === undefined || !listFormats.includes(format)) return open()
  const database = databaseOf(context, entity)
  const lists = knownListsOf(database)
  const name = `${keyOf(context, planCount(context, request))} ${orderingText(ordering)}`
  const list = lists.find(name)
  const { offset } = paging

  /** Returns the page from a place; undefined if the list has changed, or has no records there. */
  const openFrom = async (place: Place, known: string): Promise<Buffer | Readable | undefined> => {
    let rows: number | undefined
    const onRows = (count: number): void => {
      rows = count
      if (count > 0) options.onRows?.(count)
    }
    const near: ReadRequest = {
      ...request,
      after: [place.key],
      paging: { ...paging, offset: offset - place.offset },
      counted: { counter, known, isSame: true },
    }
    const body = await format.open(context, near, { ...options, onRows })
    return rows === 0 ? undefined : body
  }
  /** Returns an empty page; if the list has changed, the page from the beginning of the list. */
  const openEnd = (known: string): Promise<Buffer | Readable> =>
    format.open(context, { ...request, counted: { counter, known, isSame: false } }, options)

  if (list !== undefined && offset >= list.end) return openEnd(list.counter)
  const near = list?.nearest(offset)
  if (list !== undefined && near !== undefined && offset - near.offset <= mostPassed) {
    const body = await openFrom(near, list.counter)
    if (body !== undefined) return body
  }
  const from: ReadRequest = near === undefined ? request : { ...request, after: [near.key] }
  const passed = offset - 1 - (near?.offset ?? 0)
  const plan = planKeys(context, from, { counter, known: list?.counter ?? '' }, passed)
  const [text = '[]'] = await fetchTexts(database, plan, options)
  const [current, keys]: readonly unknown[] = JSON.parse(text)
  if (typeof current === 'string' && list?.counter !== current) lists.keep(name, current)
  if (list === undefined || list.counter !== current) return open()
  const [key, following]: readonly unknown[] = Array.isArray(keys) ? keys : []
  if (following === undefined) {
    list.end = Math.min(list.end, offset)
    return openEnd(list.counter)
  }
  if (typeof key !== 'string' && typeof key !== 'number') return open()
  const place = { offset, key }
  list.add(place)
  return (await openFrom(place, list.counter)) ?? open()
}
