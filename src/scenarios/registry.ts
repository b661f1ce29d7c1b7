/** The registry of scenarios, table `control.scenario`. */
import type pg from 'pg'
import type { ControlDatabase, Database } from '../database/database.ts'
import type { DataContext } from '../data/context.ts'
import { homeOf, homesOf, isSameDatabase, learnPlaces } from '../database/homes.ts'
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

/** SQL of the server of the scenario `s`; databases of older releases have no such column. */
const homeSql = `(to_jsonb(s)->>'home')`
/** SQL of whether the scenario `s`, whose schema is `n` on the first server, has data. */
const storedSql = `CASE WHEN ${homeSql} IS NULL THEN n.oid IS NOT NULL ELSE (to_jsonb(s)->>'stored')::boolean END`

/** Condition that the data was or is about to be replaced on a further server, and `control` does not say so yet. */
const pendingSql = `(to_jsonb(s)->>'replacement') IS NOT NULL`

/**
 * SQL for the status of the scenario `s` whose schema is `n`. It is Busy until a replacement on a further server is
 * complete. If the status is Busy without a lock, because the
 * process was killed, or if the data is missing, because psql has restored production alone, the status depends on
 * whether there is data.
 */
const statusSql = `CASE WHEN ${pendingSql} OR (s."status" = 'Busy' AND ${lockHeld}) THEN 'Busy'
  WHEN NOT (${storedSql}) THEN 'Free'
  WHEN s."status" = 'Busy' THEN 'In use' ELSE s."status" END`

const source = `control."scenario" s LEFT JOIN pg_catalog.pg_namespace n ON n.nspname = s."name"`

/** Returns all scenarios, production first, the others by name. */
export async function listScenarios(database: ControlDatabase): Promise<readonly Scenario[]> {
  const { rows } = await database.query<Scenario>({
    name: 'list-scenarios',
    text: `
      SELECT s."name", s."description", ${storedSql} AS "hasSchema", ${statusSql} AS "status", ${homeSql} AS "home"
      FROM ${source} ORDER BY s."name" <> 'default', s."name"`,
  })
  learnPlaces(database, rows)
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

/** Returns the names of the schemas of scenarios in one database; `control` is that of the registry if it is another. */
export async function schemasIn(
  database: Database,
  control: ControlDatabase = database,
): Promise<readonly string[]> {
  const names = await scenarioSchemas(control)
  return names.filter((name) => isSameDatabase(homeOf(control, name), database))
}

/** Reads again on which servers scenarios are; costs nothing without further servers. */
export async function readPlaces(database: ControlDatabase): Promise<void> {
  if (homesOf(database).servers.size > 0) await listScenarios(database)
}

/** Returns the names of the schemas of scenarios, on whatever server they are. */
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
