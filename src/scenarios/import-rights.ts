/**
 * Grants privileges to the role under which SQL files of a scenario run (setting `SQL_ROLE`). An administrator who
 * sets a role wants files to change planning data and should not have to grant anything manually. A role that already
 * has the USAGE privilege on a scenario is not changed, because an administrator has chosen its privileges.
 */
import type pg from 'pg'
import { isPlanningData } from '../data/write/empty/empty-plan.ts'
import { allServers, homeOf, isSameDatabase } from '../database/homes.ts'
import { identifier } from '../database/identifiers.ts'
import type { Database } from '../database/database.ts'
import { baseEntity, type Model } from '../model/model.ts'
import { carryPrivilegesOf } from './aside/privileges.ts'
import type { ScenarioWork } from './aside/work.ts'
import { listScenarios } from './registry.ts'

/** Returns the role of a scenario; undefined if SQL files are refused. */
export type ImportRole = (scenario: string) => string | undefined

export interface Granted {
  readonly scenario: string
  readonly role: string
}

/** Returns the tables of planning data, which exclude comments and the change log, because files do not write them. */
const planningTables = (model: Model): readonly string[] => [
  ...new Set(model.entities.filter(isPlanningData).map((entity) => baseEntity(model, entity).table)),
]

interface Grant {
  readonly schema: string
  readonly role: string
  readonly tables: readonly string[]
  /** Tables that existed before: a role that may change all of them is granted the new ones too. */
  readonly known?: readonly string[]
}

const standingSql = `
  SELECT pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE') AS "enters",
    coalesce((SELECT bool_and(pg_catalog.has_table_privilege(r.oid, c.oid, p))
      FROM pg_catalog.pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
      WHERE c.relnamespace = n.oid AND c.relkind = 'r' AND c.relname = ANY ($3::text[]) AND c.relname = ANY ($4::text[])),
      false) AS "complete"
  FROM pg_catalog.pg_roles r CROSS JOIN pg_catalog.pg_namespace n
  WHERE r.rolname = $1 AND n.nspname = $2 AND pg_catalog.pg_has_role(n.nspowner, 'USAGE')`

const grantSql = `
  SELECT format('GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE %I.%I TO %I', n.nspname, c.relname, $1::text)
    || coalesce((SELECT string_agg(format('; GRANT USAGE ON SEQUENCE %I.%I TO %I', n.nspname, s.relname, $1::text), '')
      FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S'
      WHERE d.refobjid = c.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass
        AND d.classid = 'pg_catalog.pg_class'::regclass AND d.deptype IN ('a', 'i')), '') AS "sql"
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $2 AND c.relkind = 'r' AND c.relname = ANY ($3::text[]) AND c.relname <> ALL ($4::text[])
    AND pg_catalog.pg_has_role(c.relowner, 'USAGE')`

/**
 * Grants the privileges that imports require, unless the role does not exist or an administrator has chosen its
 * privileges. Returns whether anything was granted. Requires a client in a transaction.
 */
async function grantImports(
  client: pg.ClientBase,
  { schema, role, tables, known = [] }: Grant,
): Promise<boolean> {
  const { rows } = await client.query<{ enters: boolean; complete: boolean }>(standingSql, [
    role,
    schema,
    tables,
    known,
  ])
  const [standing] = rows
  if (standing === undefined || (standing.enters && !standing.complete)) return false
  const missing = standing.enters ? known : []
  const grants = await client.query<{ sql: string }>(grantSql, [role, schema, tables, missing])
  const entry = standing.enters ? [] : [`GRANT USAGE ON SCHEMA ${identifier(schema)} TO ${identifier(role)}`]
  const statements = [...entry, ...grants.rows.map(({ sql }) => sql)]
  if (statements.length > 0) await client.query(statements.join(';\n'))
  return statements.length > 0
}

/**
 * Prepares the schema of a scenario that was free: the role gets its privileges in the copied schema, otherwise those
 * that imports require. Privileges of other roles are not copied, because they belong to the source scenario.
 */
export async function grantInNew(
  { database, model, importRole }: Pick<ScenarioWork, 'database' | 'model' | 'importRole'>,
  { scenario, schema, source }: { scenario: string; schema: string; source?: string },
): Promise<void> {
  const role = importRole?.(scenario)
  if (role === undefined) return
  await database.withTransaction(async (client) => {
    if (source !== undefined) await carryPrivilegesOf(client, role, { from: source, to: schema })
    await grantImports(client, { schema, role, tables: planningTables(model) })
  })
}

/**
 * Runs a callback that creates or migrates schemas, then grants the roles of all scenarios the privileges that
 * imports require. Returns the scenarios in which it has granted any.
 */
export async function withImportRights<Result>(
  { database, model, importRole }: { database: Database; model: Model; importRole: ImportRole },
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly granted: readonly Granted[] }> {
  const tables = planningTables(model)
  const known = new Map<string, readonly string[]>()
  for (const [, server] of allServers(database)) {
    // Nothing is granted on a server that cannot be reached.
    const { rows } = await server
      .query<{ schema: string; tables: readonly string[] }>({
        text: `SELECT schemaname::text AS "schema", array_agg(tablename::text) AS "tables"
          FROM pg_catalog.pg_tables WHERE tablename = ANY ($1::text[]) GROUP BY 1`,
        values: [tables],
      })
      .catch((error: unknown) => {
        if (server === database) throw error
        return { rows: [] }
      })
    for (const row of rows) known.set(row.schema, row.tables)
  }
  const result = await run()
  const granted: Granted[] = []
  for (const { name, hasSchema } of await listScenarios(database)) {
    const role = importRole(name)
    if (role === undefined || !hasSchema) continue
    const grant = { schema: name, role, tables, known: known.get(name) ?? [] }
    const home = homeOf(database, name)
    if (!isSameDatabase(home, database) && !known.has(name)) continue
    const done = await home.withTransaction((client) => grantImports(client, grant))
    if (done) granted.push({ scenario: name, role })
  }
  return { result, granted }
}
