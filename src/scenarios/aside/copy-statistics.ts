/** Copies the statistics of the PostgreSQL planner from the source table to its copy, instead of computing them again. */
import type pg from 'pg'

/** First version of PostgreSQL that can restore statistics. */
const firstVersion = 18_00_00

const copySql = `
  SELECT count(pg_catalog.pg_restore_attribute_stats(
    'schemaname', $2::text, 'relname', s.tablename::text, 'attname', s.attname::text, 'inherited', false,
    'version', current_setting('server_version_num')::integer,
    'null_frac', s.null_frac, 'avg_width', s.avg_width, 'n_distinct', s.n_distinct,
    'most_common_vals', s.most_common_vals::text, 'most_common_freqs', s.most_common_freqs,
    'histogram_bounds', s.histogram_bounds::text, 'correlation', s.correlation))::integer AS "columns"
  FROM pg_catalog.pg_stats s WHERE s.schemaname = $1 AND s.tablename = $3 AND NOT s.inherited`

/**
 * Copies the statistics. Returns false if there is nothing to copy: older servers do not support it, and a new table
 * has no statistics.
 */
export async function copyStatistics(
  client: pg.ClientBase,
  { source, schema, table }: { source: string; schema: string; table: string },
): Promise<boolean> {
  const { rows } = await client.query<{ able: boolean }>(
    `SELECT current_setting('server_version_num')::integer >= ${firstVersion} AS "able"`,
  )
  if (!rows[0]!.able) return false
  const copied = await client.query<{ columns: number }>(copySql, [source, schema, table])
  return copied.rows[0]!.columns > 0
}
