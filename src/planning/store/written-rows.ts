/**
 * Which rows of a table are as the last plan left them. Whoever changes a row, by whatever way, writes it anew in a transaction
 * of their own, whose number the row has then: rows of other transactions than those of the plans have been touched.
 */
import type pg from 'pg'
import { identifier, literal } from '../../database/identifiers.ts'

/** The rows of a table at the end of a plan. */
export interface WrittenRows {
  /** The table itself; a copy is another one. */
  readonly table: number
  /** Transactions that wrote them. */
  readonly by: readonly string[]
  readonly count: number
  /** The last number that a row has; 0 where rows have none. */
  readonly last: number
}

/** The rows that are meant. */
export interface Watched {
  readonly table: string
  /** SQL over the alias `t`. */
  readonly scope: string
  /** Column by which rows are told apart: touched ones are named by it. */
  readonly key: string
  /** Whether rows have a number that only rises, `id`. */
  readonly numbered: boolean
}

export async function rememberWritten(
  client: pg.ClientBase,
  { table, scope, numbered }: Watched,
): Promise<WrittenRows> {
  const { rows } = await client.query<WrittenRows & pg.QueryResultRow>(
    `SELECT ${literal(table)}::regclass::oid::bigint::float8 AS "table", coalesce(array_agg(w."by"::text), '{}') AS "by",
       coalesce(sum(w."count"), 0)::float8 AS "count", coalesce(max(w."last"), 0)::float8 AS "last"
     FROM (
       SELECT t.xmin AS "by", count(*) AS "count", ${numbered ? 'max(t."id")' : '0'} AS "last"
       FROM ${table} AS t WHERE ${scope} GROUP BY 1) AS w`,
  )
  return rows[0]!
}

/** More transactions than this are counted anew: of most of them no row is left. */
const mostTransactions = 50

/**
 * The rows at the end of a plan that has found all rows as the one before had left them, without looking at each. Rows that a
 * subtransaction wrote are taken for touched by the next plan.
 */
export async function rememberChanged(
  client: pg.ClientBase,
  watched: Watched,
  before: WrittenRows,
  { created, deleted }: { readonly created: number; readonly deleted: number },
): Promise<WrittenRows> {
  if (before.by.length >= mostTransactions) return rememberWritten(client, watched)
  const { table, numbered } = watched
  const { rows } = await client.query<{ by: string; last: number }>(
    `SELECT pg_current_xact_id()::xid::text AS "by",
       ${numbered ? `coalesce((SELECT max(t."id") FROM ${table} AS t), 0)` : '0'}::float8 AS "last"`,
  )
  const { by, last } = rows[0]!
  return { table: before.table, by: [...before.by, by], count: before.count + created - deleted, last }
}

/** Keys that have been touched since, and whether every other row is still there; undefined for a table that was made since. */
export interface Touched {
  readonly keys: ReadonlySet<string>
  readonly complete: boolean
}

export async function findTouched(
  client: pg.ClientBase,
  { table, scope, key, numbered }: Watched,
  written: WrittenRows,
): Promise<Touched | undefined> {
  const untouched = 't.xmin = ANY ($1::xid[])'
  // What was changed has its number still.
  const there = numbered ? `${untouched} OR t."id" <= $3::float8` : `${untouched} OR $3::float8 < 0`
  const { rows } = await client.query<{ same: boolean; there: number; keys: readonly string[] }>(
    `SELECT ${literal(table)}::regclass::oid::bigint::float8 = $2::float8 AS "same", count(*) FILTER (WHERE ${there}) AS "there",
       coalesce(array_agg(DISTINCT t.${identifier(key)}) FILTER (WHERE NOT ${untouched}), '{}') AS "keys"
     FROM ${table} AS t WHERE ${scope}`,
    [written.by, written.table, written.last],
  )
  const { same, there: count, keys } = rows[0]!
  return same ? { keys: new Set(keys), complete: count === written.count } : undefined
}

/** Keys of the rows that have not been touched. */
export async function findUntouched(
  client: pg.ClientBase,
  { table, scope, key }: Watched,
  { by }: WrittenRows,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<[string]>({
    text: `SELECT t.${identifier(key)} FROM ${table} AS t WHERE (${scope}) AND t.xmin = ANY ($1::xid[])`,
    values: [by],
    rowMode: 'array',
  })
  return new Set(rows.map(([found]) => found))
}
