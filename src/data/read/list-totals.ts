/**
 * Finds the number of records of a list on all pages without counting them for every page: a count is cached with the
 * change counter of its records, and counted again only after that counter has changed.
 */
import { createHash } from 'node:crypto'
import { ServiceError } from '../../errors/service-error.ts'
import type { DataContext } from '../context.ts'
import { changeCounter } from '../etag.ts'
import type { ReadRequest } from './parse-read.ts'
import { entitiesRead, planCount, planEstimate, planTotal } from './plan-read.ts'
import type { ReadPlan } from './read-plan.ts'
import { fetchTexts } from './read-stream.ts'
import { databaseOf } from '../relation.ts'

/** Type of total that a client requests; `none` requests no total. */
export type CountPreference = 'exact' | 'estimated' | 'none'

export interface Total {
  readonly count: number
  /** False if counting would take too long: the number is then the estimate of PostgreSQL. */
  readonly exact: boolean
}

export interface TotalOptions {
  /** Timeout of a statement, in seconds. */
  readonly timeout: number
  /**
   * Timeout of counting, in seconds, after which the total is estimated unless an exact one is requested; 0 = no
   * limit.
   */
  readonly countTimeout: number
  readonly preference?: CountPreference | undefined
}

export interface ListTotals {
  /**
   * Returns the total of a list. Throws the error of the statement, but a count that takes too long is estimated
   * instead.
   */
  totalOf(context: DataContext, request: ReadRequest, options: TotalOptions): Promise<Total>
  /** Returns a finder for the total of a list whose records are read as well. */
  finderOf(context: DataContext, request: ReadRequest, options: TotalOptions): TotalFinder
}

/** Finds a total while the records of a page are read. */
export interface TotalFinder {
  /** SQL of the change counter, if a count is cached: reading the counter with the page is enough. */
  readonly counter?: string | undefined
  /**
   * Returns the total, given the value of the counter before the records were read. Throws the same errors as
   * `totalOf`.
   */
  find(counter?: string): Promise<Total>
}

interface Remembered {
  /** The change counter for which `count` is correct; undefined if counting took too long. */
  readonly counter: string | undefined
  readonly count: number
  /** Expiry, in milliseconds since the epoch. Other programs may write to the tables without changing the counter. */
  readonly until: number
}

const maxRemembered = 1_000
/** Time for which something is cached with a change counter, in milliseconds. */
export const countRememberedForMs = 10_000
const estimateRememberedForMs = 60_000
const secondsPerDay = 86_400

export function createListTotals(now: () => number = Date.now): ListTotals {
  const remembered = new Map<string, Remembered>()

  function remember(key: string, counter: string | undefined, count: number): void {
    remembered.delete(key)
    const forMs = counter === undefined ? estimateRememberedForMs : countRememberedForMs
    remembered.set(key, { counter, count, until: now() + forMs })
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!)
  }

  async function estimate(
    context: DataContext,
    request: ReadRequest,
    key: string,
    { timeout }: TotalOptions,
  ): Promise<Total> {
    const [text] = await fetchTexts(databaseOf(context, request.entity), planEstimate(context, request), {
      signal: context.signal,
      timeout,
    })
    const count = expectedRows(text)
    remember(key, undefined, count)
    return { count, exact: false }
  }

  function knownCount(key: string): Remembered | undefined {
    const found = remembered.get(key)
    return found !== undefined && found.until > now() ? found : undefined
  }

  const totals: ListTotals = {
    finderOf: (context, request, options) => {
      const known = knownCount(keyOf(context, planCount(context, request)))
      const all = (): Promise<Total> => totals.totalOf(context, request, options)
      if (known?.counter === undefined || options.preference === 'estimated') return { find: all }
      return {
        counter: changeCounter(context, entitiesRead(context, request)),
        find: (counter) =>
          counter === known.counter ? Promise.resolve({ count: known.count, exact: true }) : all(),
      }
    },
    totalOf: async (context, request, options) => {
      const { preference, timeout, countTimeout } = options
      const key = keyOf(context, planCount(context, request))
      const known = knownCount(key)
      if (preference === 'estimated' && known !== undefined) return { count: known.count, exact: false }
      if (preference === 'estimated') return estimate(context, request, key, options)
      const patient = preference === 'exact' || countTimeout === 0
      // Counting took too long recently and is not tried again.
      if (!patient && known !== undefined && known.counter === undefined)
        return { count: known.count, exact: false }
      const counter = changeCounter(context, entitiesRead(context, request))
      const plan = planTotal(context, request, counter, known?.counter)
      const limit = Math.min(timeout, patient ? secondsPerDay : countTimeout)
      try {
        const [text] = await fetchTexts(databaseOf(context, request.entity), plan, {
          signal: context.signal,
          timeout: limit,
        })
        const [current, counted] = countedRows(text)
        const count = counted ?? known?.count ?? 0
        if (current !== null) remember(key, current, count)
        return { count, exact: true }
      } catch (error) {
        if (patient || limit === timeout || !isTimeout(error)) throw error
        return estimate(context, request, key, options)
      }
    },
  }
  return totals
}

/**
 * Maximum length of a cache key, in characters; longer keys are replaced by a digest, because values may be long and
 * many totals are cached.
 */
const longestKey = 500

/** Returns a text that identifies the plan of a list. */
export function keyOf({ scenario }: DataContext, { text, values }: ReadPlan): string {
  const key = JSON.stringify([scenario, text, values])
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64url')
}

const isTimeout = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'statement_timeout'

/**
 * Returns the result of `planTotal`: the change counter, if there is one, and the count, unless the counter has the
 * known value.
 */
function countedRows(text: string | undefined): readonly [string | null, number | undefined] {
  const [counter, count]: readonly unknown[] = parsedList(text)
  return [typeof counter === 'string' ? counter : null, typeof count === 'number' ? count : undefined]
}

/** Returns the number of rows in the output of `EXPLAIN (FORMAT JSON)`. */
function expectedRows(text: string | undefined): number {
  const [explained]: readonly unknown[] = parsedList(text)
  const plan: unknown = Object(explained).Plan
  const rows: unknown = Object(plan)['Plan Rows']
  if (typeof rows !== 'number') throw new Error(`EXPLAIN gives no number of rows: ${String(text)}`)
  return rows
}

function parsedList(text: string | undefined): readonly unknown[] {
  const parsed: unknown = JSON.parse(text ?? '[]')
  return Array.isArray(parsed) ? parsed : []
}
