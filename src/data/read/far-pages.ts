/**
 * Pages far from the beginning of a list. PostgreSQL finds the n-th record by passing all records before it, which takes
 * 55 ns each: 3 ms for the middle of 100,000 records. Therefore positions of some records are cached with the change
 * counter of the list, and a page is read from the last known position before it. If the counter has changed, the page
 * is read again from the beginning of the list.
 */
import type { Readable } from 'node:stream'
import type { Database } from '../../database/database.ts'
import type { DataContext } from '../context.ts'
import { changeCounter } from '../etag.ts'
import { databaseOf } from '../relation.ts'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'
import { type FormatOptions, type ListFormat, listFormats } from './formats.ts'
import { countRememberedForMs, keyOf } from './list-totals.ts'
import { isKeyOrder, orderingText } from './ordering.ts'
import type { ReadRequest } from './parse-read.ts'
import { entitiesRead, planCount, planPosition } from './plan-read.ts'
import { fetchTexts } from './read-stream.ts'

/** Offset from which positions are cached: passing fewer records takes less than reading the change counter. */
const farOffset = 10_000
/** Maximum number of records that are passed from a known position to a page before a nearer position is found. */
const mostPassed = 1_000
const maxLists = 100
const maxPlaces = 1_000

/** A known position: the one of the last of the first `offset` records. */
interface Place {
  readonly offset: number
  readonly position: Position
}

interface Known {
  /** The change counter for which the places are correct. */
  readonly counter: string
  /** Expiry, in milliseconds since the epoch, as of counts. */
  readonly until: number
  readonly places: Place[]
}

const lists = new WeakMap<Database, Map<string, Known>>()

interface FarPage {
  /** The request of the page from the known position on. */
  readonly request: ReadRequest
  /** SQL of the change counter. */
  readonly counter: string
  /** Returns whether the page is correct, given the counter before it was read. */
  readonly isCurrent: (seen: string | undefined) => boolean
}

/** Opens a page of a list; see the file header. */
export async function openPage(
  context: DataContext,
  request: ReadRequest,
  format: ListFormat,
  options: FormatOptions,
): Promise<Buffer | Readable> {
  const far = listFormats.includes(format) ? await farPage(context, request, options) : undefined
  if (far === undefined) return format.open(context, request, options)
  let seen: string | undefined
  const onText = (text: string): void => {
    seen = text
    options.beside?.onText(text)
  }
  const body = await format.open(context, far.request, { ...options, beside: { text: far.counter, onText } })
  if (far.isCurrent(seen)) return body
  if (!Buffer.isBuffer(body)) body.destroy()
  return format.open(context, request, options)
}

/** Returns undefined for a page that is read from the beginning of its list. */
async function farPage(
  context: DataContext,
  request: ReadRequest,
  options: FormatOptions,
): Promise<FarPage | undefined> {
  const { entity, ordering, paging } = request
  if (paging.kind !== 'slice' || paging.offset < farOffset || !isKeyOrder(entity, ordering)) return undefined
  const counter = changeCounter(context, entitiesRead(context, request))
  if (counter === undefined) return undefined
  const database = databaseOf(context, entity)
  let known = lists.get(database)
  if (known === undefined) lists.set(database, (known = new Map()))
  const key = `${keyOf(context, planCount(context, request))} ${orderingText(ordering)}`
  const found = await findPlace(context, { request, offset: paging.offset, counter, options }, known, key)
  if (found === undefined) return undefined
  const { place, list } = found
  return {
    request: {
      ...request,
      after: place.position,
      paging: { ...paging, offset: paging.offset - place.offset },
    },
    counter,
    isCurrent: (seen) => {
      if (seen === list.counter) return true
      if (known.get(key) === list) known.delete(key)
      return false
    },
  }
}

interface Sought {
  readonly request: ReadRequest
  readonly offset: number
  readonly counter: string
  readonly options: FormatOptions
}

/** Returns a known position near the offset; undefined if the list has fewer records. */
async function findPlace(
  context: DataContext,
  sought: Sought,
  known: Map<string, Known>,
  key: string,
): Promise<{ readonly place: Place; readonly list: Known } | undefined> {
  const { request, offset, counter, options } = sought
  let list = known.get(key)
  if (list !== undefined && list.until <= Date.now()) list = undefined
  const near = list === undefined ? undefined : nearest(list.places, offset)
  if (list !== undefined && near !== undefined && offset - near.offset <= mostPassed)
    return { place: near, list }
  const from = near === undefined ? request : { ...request, after: near.position }
  const plan = planPosition(context, from, counter, offset - 1 - (near?.offset ?? 0))
  const [text = '[]'] = await fetchTexts(databaseOf(context, request.entity), plan, options)
  const [current, json]: readonly unknown[] = JSON.parse(text)
  if (typeof current !== 'string') return undefined
  if (list?.counter !== current) {
    known.delete(key)
    if (near !== undefined) return findPlace(context, sought, known, key)
    list = { counter: current, until: Date.now() + countRememberedForMs, places: [] }
    known.set(key, list)
    if (known.size > maxLists) known.delete(known.keys().next().value!)
  }
  if (typeof json !== 'string') return undefined
  const { ordering } = request
  const position = decodeCursor(context.model, ordering, encodeCursor(ordering, json), context.timeZone)
  if (position === undefined) return undefined
  const place = { offset, position }
  list.places.push(place)
  if (list.places.length > maxPlaces) list.places.shift()
  return { place, list }
}

/** Returns the last place that is not after the offset. */
function nearest(places: readonly Place[], offset: number): Place | undefined {
  let best: Place | undefined
  for (const place of places) {
    if (place.offset <= offset && place.offset > (best?.offset ?? 0)) best = place
  }
  return best
}
