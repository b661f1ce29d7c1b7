/** SQL of facts of an order `o` of a plan that several reports show. */
import type { Table } from './report.ts'

/** SQL of the end of the changeover: seconds since 1970, or a date and time as text. */
export const setupEnd = `CASE
    WHEN jsonb_typeof(o."plan" -> 'setupend') = 'number'
      THEN '1970-01-01'::timestamp + interval '1 second' * (o."plan" ->> 'setupend')::float8
    WHEN pg_input_is_valid(o."plan" ->> 'setupend', 'timestamp') THEN (o."plan" ->> 'setupend')::timestamp END`

/** SQL of the demands with the pegged quantity of the order for each. */
export const pegged = `CASE WHEN jsonb_typeof(o."plan" -> 'pegging') = 'object' THEN o."plan" -> 'pegging' ELSE '{}' END`

/** SQL of the names of the sales orders that it is for. */
export const demandNames = `(SELECT string_agg(k, ', ' ORDER BY k) FROM jsonb_object_keys(${pegged}) AS k)`

/** Returns SQL of its due date, otherwise the earliest one of the sales orders that it is for. */
export const earliestDue = (plan: Table): string => `coalesce(o."due", (
    SELECT min(d."due") FROM ${plan('input.demand')} AS d
    WHERE d."name" IN (SELECT jsonb_object_keys(${pegged}))))`

/** SQL of the condition for orders within a window `s`; one without duration is in the window in which it starts. */
export const within = `o."startdate" < s."end" AND (o."enddate" > s."start" OR o."startdate" >= s."start") AND o."status" IS DISTINCT FROM 'closed'`
