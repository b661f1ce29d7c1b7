/** SQL of the ranking: one statement in the database server, so that no items are loaded into this process. */

export interface Ranking {
  /** Tables, as SQL. */
  readonly demand: string
  readonly item: string
  readonly measure: 'value' | 'quantity' | 'lines'
  /** Start (inclusive) and end (exclusive) of the due dates of demand that counts. */
  readonly from: string
  readonly until: string
  readonly statuses: readonly string[]
  /** Limits of the classes, in percent. */
  readonly a: number
  readonly b: number
}

/** Creates the temporary table; PostgreSQL drops it at the end of the transaction. */
export const createRanking = `
  CREATE TEMPORARY TABLE "abc_ranking" (
    "item" text COLLATE "C" PRIMARY KEY, "value" double precision, "class" text COLLATE "C", "costless" boolean
  ) ON COMMIT DROP`

const measures: Readonly<Record<Ranking['measure'], string>> = {
  value: `sum(d."quantity" * i."cost")`,
  quantity: `sum(d."quantity")`,
  lines: `count(*)::double precision`,
}

/**
 * Fills the table with a row per item. The sum of all items ranked before it determines the class of an item, so the
 * item that crosses a limit still belongs to the class before the limit.
 */
export function fillRanking({ demand, item, measure, from, until, statuses, a, b }: Ranking): {
  readonly text: string
  readonly values: unknown[]
} {
  const text = `
    WITH demanded AS (
      SELECT d."item", ${measures[measure]} AS "value"
      FROM ${demand} d JOIN ${item} i ON i."name" = d."item"
      WHERE d."due" >= $1::timestamp AND d."due" < $2::timestamp AND d."status" = ANY ($3::text[])
      GROUP BY d."item"
    ), ranked AS (
      SELECT "item", "value",
        sum("value") OVER (ORDER BY "value" DESC, "item" ROWS UNBOUNDED PRECEDING) - "value" AS "before",
        sum("value") OVER () AS "total"
      FROM demanded WHERE "value" > 0
    )
    INSERT INTO "abc_ranking" ("item", "value", "class", "costless")
    SELECT i."name", r."value",
      CASE WHEN r."before" < r."total" * $4::double precision / 100 THEN 'A'
        WHEN r."before" < r."total" * $5::double precision / 100 THEN 'B'
        WHEN r."item" IS NOT NULL THEN 'C' END,
      d."item" IS NOT NULL AND i."cost" IS NULL
    FROM ${item} i LEFT JOIN ranked r ON r."item" = i."name" LEFT JOIN demanded d ON d."item" = i."name"`
  return { text, values: [from, until, statuses, a, b] }
}
