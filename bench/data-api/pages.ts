/**
 * Benchmark of pages of a list with their totals: by the key, far from the beginning, by an indexed order, and with a
 * filter; some also in comparison with a Django REST service.
 */
import type { Figure } from '../support/figures.ts'
import { locationName } from './demands.ts'
import { measurePeerPages } from './peer-pages.ts'
import { measureQuestions, type Question } from './questions.ts'
import type { Setting } from './setting.ts'
import { ours } from './tables.ts'

const pageSize = 100
/** Number of pages that are requested in turn. */
const pages = 50
const longestMs = 3
const leastPerSecond = 1_500
/** Pages that a plain Django REST service offers too: those by the key, and with a filter. */
const peerPages: ReadonlySet<string> = new Set(['page by key', 'page of a location'])

/**
 * Returns the SQL of a page. The keys of the page are found first, because PostgreSQL would otherwise render the
 * records that are skipped; all demands have an item, which the index of items must know.
 */
const page = (order: string, where = 'true', offset = '0'): string =>
  `SELECT row_to_json(d)::text AS record FROM ${ours} d JOIN (
     SELECT "name" FROM ${ours} WHERE ${where} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${offset}) AS "page"
   USING ("name") ORDER BY ${order}`

/** Returns the question of pages by their offset. */
const sliced = (name: string, sql: string, order: string, offset: (turn: number) => number): Question => ({
  name,
  sql,
  question: (turn) => ({
    params: { limit: String(pageSize), offset: String(offset(turn)), ordering: order },
    values: [offset(turn)],
  }),
})

function pageQuestions(rows: number): readonly Question[] {
  const near = (turn: number): number => (turn % pages) * Math.min(pageSize, Math.floor(rows / pages))
  const far = (turn: number): number => Math.floor(rows / 2) + near(turn) - pageSize * pages
  const byName = page('"name"', 'true', '$1')
  return [
    sliced('page by key', byName, 'name', near),
    sliced('page in the middle', byName, 'name', (turn) => Math.max(0, far(turn))),
    sliced('page by item', page('"item", "name"', '"item" IS NOT NULL', '$1'), 'item,name', near),
    {
      name: 'page of a location',
      sql: page('"name"', '"location" = $1'),
      question: (turn) => ({
        params: { limit: String(pageSize), location: locationName(turn) },
        values: [locationName(turn)],
      }),
    },
  ]
}

export async function measurePages(setting: Setting): Promise<readonly Figure[]> {
  const asked = pageQuestions(setting.rows)
  const bars = {
    latency: (one: number) => ({ text: `≤ ${longestMs} ms`, met: one <= longestMs }),
    leastPerSecond,
  }
  return [
    ...(await measureQuestions(setting, asked, bars)),
    ...(await measurePeerPages(
      setting,
      asked.filter(({ name }) => peerPages.has(name)),
    )),
  ]
}
