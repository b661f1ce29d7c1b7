/** Translates errors of requests during which the data of a scenario was released or replaced. */
import { DatabaseError } from 'pg'
import type { Database } from '../database/database.ts'
import { homeOf } from '../database/homes.ts'
import { ServiceError } from '../errors/service-error.ts'
import { readPlaces } from './registry.ts'

const missing = /^(?:relation "([a-z][a-z0-9_]*)\.([a-z0-9_]+)"|schema "([a-z][a-z0-9_]*)") does not exist$/

/**
 * Returns the error for the response: `not_found` if the scenario has no data any more, `scenario_busy` if its tables
 * were replaced during the request; any other error unchanged.
 */
export async function errorAfterReplacement(database: Database, error: unknown): Promise<unknown> {
  if (!(error instanceof DatabaseError) || !['42P01', '3F000'].includes(error.code ?? '')) return error
  const [, schema, table, bare] = missing.exec(error.message) ?? []
  const scenario = schema ?? bare
  if (scenario === undefined || scenario === 'control') return error
  // The scenario may be on another server by now.
  await readPlaces(database)
  const { rows } = await homeOf(database, scenario).query<{ schema: boolean; table: boolean }>({
    text: `SELECT to_regnamespace(quote_ident($1)) IS NOT NULL AS "schema",
      to_regclass(quote_ident($1) || '.' || quote_ident($2)) IS NOT NULL AS "table"`,
    values: [scenario, table ?? 'changeset'],
  })
  if (rows[0]?.schema === false) return new ServiceError('not_found', {}, { cause: error })
  if (rows[0]?.table === true) return new ServiceError('scenario_busy', { scenario }, { cause: error })
  return error
}
