/**
 * Manages the role under which SQL files run. The role must be weak, because a file may do whatever the role may do.
 * Each run creates a login that is a member of this role only, and drops it afterward.
 */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { fileRefused } from '../tables/columns.ts'
import { scramVerifier } from './scram.ts'

const prefix = 'planctl_sql_'

/** Server-wide privileges with which a file could access data outside its scenario. */
const powers = [
  'pg_execute_server_program',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_read_all_data',
  'pg_write_all_data',
  'pg_signal_backend',
  'pg_maintain',
  'pg_create_subscription',
]

interface Strength {
  readonly attributes: boolean
  readonly ours: boolean
  readonly powers: readonly string[]
  readonly control: boolean
  readonly scenario: boolean
}

/** Throws `file_refused` unless the role exists, may use the schema of the scenario, and is weak. */
export async function requireWeakRole(database: Database, role: string, scenario: string): Promise<void> {
  const { rows } = await database.query<Strength>({
    text: `SELECT r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls AS attributes,
        r.rolname = current_user OR pg_catalog.pg_has_role(r.oid, current_user, 'MEMBER') AS ours,
        ARRAY(SELECT p.rolname::text FROM pg_catalog.pg_roles p
          WHERE p.rolname = ANY($2::text[]) AND pg_catalog.pg_has_role(r.oid, p.oid, 'MEMBER')) AS powers,
        pg_catalog.has_schema_privilege(r.oid, 'control', 'USAGE') AS control,
        pg_catalog.has_schema_privilege(r.oid, $3, 'USAGE') AS scenario
      FROM pg_catalog.pg_roles r WHERE r.rolname = $1`,
    values: [role, powers, scenario],
  })
  const [found] = rows
  if (found === undefined)
    throw fileRefused({ code: 'role_missing', params: { role, quoted: identifier(role) } })
  if (found.attributes) throw fileRefused({ code: 'role_with_attributes', params: { role } })
  if (found.ours) throw fileRefused({ code: 'role_of_service', params: { role } })
  if (found.powers.length > 0)
    throw fileRefused({ code: 'role_is_member', params: { role, roles: found.powers.join(', ') } })
  if (found.control) throw fileRefused({ code: 'role_uses_control', params: { role } })
  if (!found.scenario) {
    const params = { role, schema: identifier(scenario), quoted: identifier(role) }
    throw fileRefused({ code: 'role_without_scenario', params })
  }
}

export interface Login extends AsyncDisposable {
  readonly user: string
  readonly password: string
}

/** Creates the login of a run. Disposing of it terminates its sessions and drops it. */
export async function createLogin(database: Database, role: string): Promise<Login> {
  await deleteStaleLogins(database)
  const user = prefix + randomBytes(8).toString('hex')
  const password = randomBytes(24).toString('hex')
  // Only one connection is allowed, so that a file that changes the password of its login cannot connect with it
  // again. The service role is granted the login, because a role that is not superuser requires the privileges of the
  // login to see and terminate its sessions and to reassign the objects that it owns.
  await database.query({
    text: `CREATE ROLE ${identifier(user)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS INHERIT
      CONNECTION LIMIT 1 PASSWORD ${literal(scramVerifier(password))}
      VALID UNTIL ${literal(new Date(Date.now() + validity).toISOString())} IN ROLE ${identifier(role)};
      ${grantOurselves(user)}`,
  })
  return { user, password, [Symbol.asyncDispose]: () => dropLogin(database, user, role) }
}

/** Time in milliseconds within which the connection must be opened. */
const validity = 5 * 60_000

const grantOurselves = (user: string): string =>
  `GRANT ${identifier(user)} TO CURRENT_USER WITH INHERIT TRUE, SET TRUE`

async function dropLogin(database: Database, user: string, role: string | undefined): Promise<void> {
  const name = identifier(user)
  await database.withClient(async (client) => {
    await client.query(
      'SELECT pg_catalog.pg_terminate_backend(pid, 5000) FROM pg_catalog.pg_stat_activity WHERE usename = $1',
      [user],
    )
    if (role !== undefined) await client.query(`REASSIGN OWNED BY ${name} TO ${identifier(role)}`)
    await client.query(`DROP OWNED BY ${name}`)
    await client.query(`DROP ROLE IF EXISTS ${name}`)
  })
}

/** Drops logins of runs that were killed. Logins of active runs still have a connection and are kept. */
async function deleteStaleLogins(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string; role: string | null }>({
    text: `SELECT r.rolname AS name,
        (SELECT g.rolname FROM pg_catalog.pg_auth_members m JOIN pg_catalog.pg_roles g ON g.oid = m.roleid
          WHERE m.member = r.oid LIMIT 1) AS role
      FROM pg_catalog.pg_roles r
      WHERE starts_with(r.rolname, $1) AND r.rolvaliduntil < now()
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_stat_activity a WHERE a.usename = r.rolname)`,
    values: [prefix],
  })
  // A concurrent run may drop the same logins.
  for (const { name, role } of rows) await dropLogin(database, name, role ?? undefined).catch(() => undefined)
}
