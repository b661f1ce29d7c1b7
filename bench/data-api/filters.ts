/** Benchmark of filtered GETs with at most some hundred rows: time above the bare SQL, and requests per second. */
import type { Figure } from '../support/figures.ts'
import { demandName, locationName, quantityReachedBy, shareOfLocation, sourceName } from './demands.ts'
import { measureQuestions, type Question } from './questions.ts'
import type { Setting } from './setting.ts'
import { ours } from './tables.ts'

/** Number of rows that a location has of large orders. */
const wanted = 80
const longestOverhead = 1.5
const leastPerSecond = 1_500

const select = (where: string): string =>
  `SELECT row_to_json(d)::text AS record FROM ${ours} d WHERE ${where} ORDER BY "name"`

function filters(rows: number): readonly Question[] {
  const quantity = quantityReachedBy(wanted / (rows * shareOfLocation)).toFixed(2)
  const number = (turn: number): number => Math.imul(turn + 1, 7_919) % rows
  return [
    {
      name: 'quantity__gte + location',
      sql: select('"location" = $1 AND "quantity" >= $2'),
      question: (turn) => ({
        params: { location: locationName(turn), quantity__gte: quantity },
        values: [locationName(turn), quantity],
      }),
    },
    {
      name: 'source',
      sql: select('"source" = $1'),
      question: (turn) => {
        const source = sourceName(number(turn))
        return { params: { source }, values: [source] }
      },
    },
    {
      name: 'name',
      sql: select('"name" = $1'),
      question: (turn) => {
        const name = demandName(number(turn))
        return { params: { name }, values: [name] }
      },
    },
  ]
}

export function measureFilters(setting: Setting): Promise<readonly Figure[]> {
  return measureQuestions(setting, filters(setting.rows), {
    latency: (one, other) => ({
      text: `≤ +${longestOverhead} ms`,
      met: one - other <= longestOverhead,
    }),
    leastPerSecond,
  })
}
