/** The registry of scenarios, table `control.scenario`. */
import type pg from 'pg'
import type { ControlDatabase } from '../database/database.ts'
import type { DataContext } from '../data/context.ts'
import { identifier } from '../database/identifiers.ts'
import { ServiceError } from '../errors/service-error.ts'
import { requireEntity } from '../model/model.ts'
import type { Scenario, ScenarioStatus } from './scenario.ts'

/** Returns SQL for the key of the advisory lock for reading or replacing the data of a scenario; `name` is SQL too. */
export const scenarioLockKey = (name: string): string =>
  `pg_catalog.hashtextextended('scenario:' || ${name}, 0)`

/** Condition that a session is replacing the data. PostgreSQL lists keys of advisory locks in two halves. */
const lockHeld = `EXISTS (
  SELECT FROM pg_catalog.pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.mode = 'ExclusiveLock'
    AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = ${scenarioLockKey('s."name"')})`

/**
 * SQL for the status of the scenario `s` whose schema is `n`. If the status is Busy without a lock, because the
 * process was killed, or if the data is missing, because psql has restored production alone, the status depends on
 * whether there is data.
 */
const statusSql = `CASE WHEN s."status" = 'Busy' AND ${lockHeld} THEN 'Busy' WHEN n.oid IS NULL THEN 'Free'
  WHEN s."status" = 'Busy' THEN 'In use' ELSE s."status" END`

const source = `control."scenario" s LEFT JOIN pg_catalog.pg_namespace n ON n.nspname = s."name"`

/** Returns all scenarios, production first, the others by name. */
export async function listScenarios(database: ControlDatabase): Promise<readonly Scenario[]> {
  const { rows } = await database.query<Scenario>({
    name: 'list-scenarios',
    text: `
      SELECT s."name", s."description", n.oid IS NOT NULL AS "hasSchema", ${statusSql} AS "status"
      FROM ${source} ORDER BY s."name" <> 'default', s."name"`,
  })
  return rows
}

/** Returns an SQL relation of the scenarios as records of their entity, with their actual status. */
export function scenarioRelation({ model }: Pick<DataContext, 'model'>): string {
  const columns = requireEntity(model, 'common.scenario').fields.map(({ column, virtual }) => {
    if (column === 'status') return `(${statusSql}) COLLATE "C" AS "status"`
    return virtual ? `NULL AS ${identifier(column)}` : `s.${identifier(column)}`
  })
  return `(SELECT ${columns.join(', ')} FROM ${source})`
}

/** Returns a scenario; throws `unknown_scenario` if it does not exist. */
export async function requireScenario(database: ControlDatabase, name: string): Promise<Scenario> {
  const scenario = (await listScenarios(database)).find((candidate) => candidate.name === name)
  if (scenario === undefined) throw new ServiceError('unknown_scenario', { name })
  return scenario
}

/** Returns the names of the schemas of scenarios. */
export async function scenarioSchemas(database: ControlDatabase): Promise<readonly string[]> {
  return (await listScenarios(database)).filter(({ hasSchema }) => hasSchema).map(({ name }) => name)
}

/** Adds scenarios to the registry; existing ones do not change. */
export async function registerScenarios(
  client: pg.ClientBase,
  scenarios: readonly Pick<Scenario, 'name' | 'description' | 'status'>[],
): Promise<void> {
  await client.query(
    `INSERT INTO control."scenario" ("name", "description", "status")
     SELECT "name", "description", "status"
     FROM pg_catalog.json_to_recordset($1) AS s("name" text, "description" text, "status" text)
     ON CONFLICT ("name") DO NOTHING`,
    [JSON.stringify(scenarios)],
  )
}

/** Sets the status of a scenario; throws `unknown_scenario`. */
export async function setScenarioStatus(
  client: pg.ClientBase,
  name: string,
  status: ScenarioStatus,
): Promise<void> {
  const { rowCount } = await client.query('UPDATE control."scenario" SET "status" = $2 WHERE "name" = $1', [
    name,
    status,
  ])
  if (rowCount !== 1) throw new ServiceError('unknown_scenario', { name })
}
