/** The registry of scenarios, table `control.scenario`. */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Scenario, ScenarioStatus } from './scenario.ts'

/** All scenarios, production first, the others by name. */
export async function listScenarios(database: Database): Promise<readonly Scenario[]> {
  const { rows } = await database.query<Scenario>({
    name: 'list-scenarios',
    text: `
      SELECT s."name", s."description", s."status", n.oid IS NOT NULL AS "hasSchema"
      FROM control."scenario" s LEFT JOIN pg_catalog.pg_namespace n ON n.nspname = s."name"
      ORDER BY s."name" <> 'default', s."name"`,
  })
  return rows
}

/** Names of the schemas that hold a scenario. */
export async function scenarioSchemas(database: Database): Promise<readonly string[]> {
  return (await listScenarios(database)).filter(({ hasSchema }) => hasSchema).map(({ name }) => name)
}

/** Sets the status of a scenario, which must exist. */
export async function setScenarioStatus(
  client: pg.ClientBase,
  name: string,
  status: ScenarioStatus,
): Promise<void> {
  const { rowCount } = await client.query({
    text: 'UPDATE control."scenario" SET "status" = $2 WHERE "name" = $1',
    values: [name, status],
  })
  if (rowCount !== 1) throw new ServiceError('unknown_scenario', { name })
}
