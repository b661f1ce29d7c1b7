/**
 * Benchmark of pages of a list with their totals: by the key, far from the beginning, by an indexed order, and with a
 * filter.
 */
import type { Figure } from '../support/figures.ts'
import { locationName } from './demands.ts'
import { measureQuestions, type Question } from './questions.ts'
import type { Setting } from './setting.ts'
import { ours } from './tables.ts'

const pageSize = 100
/** Number of pages that are requested in turn. */
const pages = 50
const longestMs = 3
const leastPerSecond = 1_500

const select = (rest: string): string => `SELECT row_to_json(d)::text AS record FROM ${ours} d ${rest}`

function pageQuestions(rows: number): readonly Question[] {
  const near = (turn: number): number => (turn % pages) * Math.min(pageSize, Math.floor(rows / pages))
  const far = (turn: number): number => Math.floor(rows / 2) + near(turn) - pageSize * pages
  const sliced = (name: string, order: string, offset: (turn: number) => number): Question => ({
    name,
    sql: select(`ORDER BY ${order.replaceAll(/\w+/g, '"$&"')} LIMIT ${pageSize} OFFSET $1`),
    question: (turn) => ({
      params: { limit: String(pageSize), offset: String(offset(turn)), ordering: order },
      values: [offset(turn)],
    }),
  })
  return [
    sliced('page by key', 'name', near),
    sliced('page in the middle', 'name', (turn) => Math.max(0, far(turn))),
    sliced('page by item', 'item,name', near),
    {
      name: 'page of a location',
      sql: select(`WHERE "location" = $1 ORDER BY "name" LIMIT ${pageSize}`),
      question: (turn) => ({
        params: { limit: String(pageSize), location: locationName(turn) },
        values: [locationName(turn)],
      }),
    },
  ]
}

export function measurePages(setting: Setting): Promise<readonly Figure[]> {
  return measureQuestions(setting, pageQuestions(setting.rows), {
    latency: (one) => ({ text: `≤ ${longestMs} ms`, met: one <= longestMs }),
    leastPerSecond,
  })
}
