/**
 * Computes the capacity of resources outside the time for which the plan has stored it. A plan stores capacity from a
 * month before its first work to a month after its last; reports cover more. It is computed from the calendars, in
 * the same way as by the planner.
 */
import { literal } from '../../database/identifiers.ts'
import type { DataContext } from '../../data/context.ts'
import { compute, type Computation, computationSeconds } from '../../data/threads/computation.ts'
import { tablesOf } from '../../data/relation.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Stretch } from '../../planner/calendar/working-time.ts'
import {
  answerCapacity,
  type Capacity,
  capacityCost,
  type CapacityQuestion,
} from '../../planner/result/resource-capacity.ts'
import { loadCapacity } from '../load/load-capacity.ts'
import type { Table } from './report.ts'

const computation: Computation<CapacityQuestion, ReturnType<typeof answerCapacity>> = {
  module: import.meta.resolve('../../planner/result/resource-capacity.ts'),
  name: 'answerCapacity',
  run: answerCapacity,
}

interface Bucket {
  readonly n: number
  readonly start: number
  readonly end: number
  /** Range of the stored capacity; null if nothing is stored. */
  readonly first: number | null
  readonly last: number | null
}

/** Maximum number of capacity figures in a statement: some ten megabytes. */
const mostFigures = 2_000_000

const columns = '"resource", "available", "unavailable"'
/** The same result without resources. */
export const nothingBeyond = `SELECT NULL::text AS "resource", '{}'::float8[] AS "available", '{}'::float8[] AS "unavailable" WHERE false`

/** Returns SQL of the stored range. It ends with the end of the finest bucket that starts last, or a day after that start. */
const storedSpan = (plan: Table): string => `
  SELECT s."first", coalesce(
    (SELECT min(d."enddate") FROM ${plan('common.bucketdetail')} AS d WHERE d."startdate" = s."last"),
    s."last" + interval '1 day') AS "last"
  FROM (SELECT min("startdate") AS "first", max("startdate") AS "last" FROM ${plan('output.resourcesummary')} AS s) AS s`

/**
 * Returns SQL of one row per resource with arrays of available and unavailable capacity, indexed by the number of the
 * bucket.
 * @param buckets SQL of buckets: `n`, numbered from 1, `startdate` and `enddate`
 * @param of scenario of the plan
 * @throws ServiceError `computation_too_large` if there are too many buckets and resources with different calendars
 *   for one statement
 */
export async function capacityBeyond(
  context: DataContext,
  buckets: (time: Table) => string,
  of = context.scenario,
): Promise<string> {
  const table = (scenario: string): Table => tablesOf({ ...context, scenario })
  const { rows } = await context.home.query<Bucket>({
    text: `SELECT b."n", extract(epoch FROM b."startdate")::float8 AS "start", extract(epoch FROM b."enddate")::float8 AS "end",
      extract(epoch FROM s."first")::float8 AS "first", extract(epoch FROM s."last")::float8 AS "last"
    FROM (${buckets(table(context.scenario))}) AS b CROSS JOIN (${storedSpan(table(of))}) AS s ORDER BY b."n"`,
  })
  const beyond = rows.flatMap((bucket) =>
    stretchesBeyond(bucket).map((stretch) => ({ n: bucket.n, stretch })),
  )
  if (beyond.length === 0) return nothingBeyond
  const places = beyond.map(({ n }) => n - 1)
  const question = {
    input: await loadCapacity({ ...context, scenario: of }),
    stretches: beyond.map(({ stretch }) => stretch),
  }
  const capacities = await compute(computation, question, {
    cost: capacityCost(question),
    signal: context.signal,
  })
  if (capacities.size === 0) return nothingBeyond
  // Resources with the same calendars and size share an array.
  const kinds = [...new Set(capacities.values())]
  if (kinds.length * rows.length * 2 > mostFigures) {
    throw new ServiceError('computation_too_large', { seconds: computationSeconds })
  }
  const numbers = new Map(kinds.map((kind, number) => [kind, number]))
  const lists = kinds.map((kind, number) => {
    const figures = (name: keyof Capacity): string => arrayOf(rows.length, places, kind, name)
    return `(${number}, ${figures('available')}, ${figures('unavailable')})`
  })
  // A single constant, because parsing rows of values takes longer the more there are.
  const names = [...capacities].map(([resource, kind]) => ({ resource, kind: numbers.get(kind)! }))
  return `SELECT ${columns} FROM json_to_recordset(${literal(JSON.stringify(names))}) AS r ("resource" text, "kind" integer)
  JOIN (VALUES ${lists.join(', ')}) AS k ("kind", "available", "unavailable") USING ("kind")`
}

/** Returns the parts of a bucket outside the stored range; none without a plan, because a report has no resources then. */
function stretchesBeyond({ start, end, first, last }: Bucket): readonly Stretch[] {
  if (first === null || last === null) return []
  const parts: readonly Stretch[] = [
    [start, Math.min(end, first)],
    [Math.max(start, last), end],
  ]
  return parts.filter(([from, to]) => from < to)
}

function arrayOf(
  length: number,
  places: readonly number[],
  capacities: readonly Capacity[],
  name: keyof Capacity,
): string {
  const values = new Float64Array(length)
  for (const [index, place] of places.entries()) values[place]! += capacities[index]![name]
  return `'{${values.join(',')}}'::float8[]`
}
