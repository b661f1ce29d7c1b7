/**
 * Finds the rows of a table that were modified since the last plan was stored. Any change of a row writes a new
 * version of it in another transaction, whose number the row then has (`xmin`): rows of other transactions than those
 * of the plans were modified.
 */
import type pg from 'pg'
import { identifier, literal } from '../../database/identifiers.ts'

/** The rows of a table at the end of a plan. */
export interface WrittenRows {
  /** Object id of the table; a copied table has another one. */
  readonly table: number
  /** Transactions that wrote the rows. */
  readonly by: readonly string[]
  readonly count: number
  /** Largest row number; 0 if rows have no numbers. */
  readonly last: number
}

/** The rows that are checked. */
export interface Watched {
  readonly table: string
  /** SQL condition over the alias `t`. */
  readonly scope: string
  /** Key column, by which modified rows are reported. */
  readonly key: string
  /** Whether rows have an `id` that only increases. */
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

/**
 * Maximum number of transactions; with more, the rows are counted again, because most of these transactions no longer
 * have rows.
 */
const mostTransactions = 50

/**
 * Returns the rows at the end of a plan that found all rows unmodified, without reading each row. Rows written by a
 * subtransaction count as modified for the next plan.
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

/** Keys of the rows that were modified, and whether all other rows still exist. */
export interface Touched {
  readonly keys: ReadonlySet<string>
  readonly complete: boolean
}

/** Returns undefined if the table is another one than that of the plan. */
export async function findTouched(
  client: pg.ClientBase,
  watched: Watched,
  written: WrittenRows,
): Promise<Touched | undefined> {
  const { table, scope } = watched
  // Counted by transaction first: comparing each row with the transactions takes several times as long.
  const { rows } = await client.query<{ same: boolean; untouched: number; modified: boolean }>(
    `SELECT ${literal(table)}::regclass::oid::bigint::float8 = $2::float8 AS "same",
       coalesce(sum(w."count") FILTER (WHERE w."by" = ANY ($1::xid[])), 0)::float8 AS "untouched",
       coalesce(bool_or(w."by" <> ALL ($1::xid[])), false) AS "modified"
     FROM (SELECT t.xmin AS "by", count(*) AS "count" FROM ${table} AS t WHERE ${scope} GROUP BY 1) AS w`,
    [written.by, written.table],
  )
  const { same, untouched, modified } = rows[0]!
  if (!same) return undefined
  const found = modified ? await readModified(client, watched, written) : { there: 0, keys: [] }
  return { keys: new Set(found.keys), complete: untouched + found.there === written.count }
}

/** Returns the keys of the modified rows, and how many of these rows the plan had: a modified row keeps its number. */
async function readModified(
  client: pg.ClientBase,
  { table, scope, key, numbered }: Watched,
  { by, last }: WrittenRows,
): Promise<{ readonly there: number; readonly keys: readonly string[] }> {
  const { rows } = await client.query<{ there: number; keys: readonly string[] }>(
    `SELECT count(*) FILTER (WHERE ${numbered ? 't."id" <= $2::float8' : '$2::float8 < 0'}) AS "there",
       coalesce(array_agg(DISTINCT t.${identifier(key)}), '{}') AS "keys"
     FROM ${table} AS t WHERE (${scope}) AND t.xmin <> ALL ($1::xid[])`,
    [by, last],
  )
  return rows[0]!
}

/** Returns the keys of the unmodified rows. */
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
