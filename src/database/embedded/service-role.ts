/**
 * The service uses a role that is not a superuser. `initdb`, and earlier releases that worked as superuser, give the
 * superuser of the cluster the name of that role. This module renames the superuser and removes its login, and
 * creates a new role with the same name and password that becomes the owner of all its objects. It runs before the
 * server starts, until it has completed once; every step continues the work of an interrupted run.
 */
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { literal } from '../identifiers.ts'
import { runSingleUser, type SingleUserOptions } from './single-user.ts'

/** The role that owns everything in an embedded server; not a superuser. */
export const serviceRole = 'planctl'

/**
 * The superuser of the cluster. It has no password and may not log in; it can only be used while the server does not
 * run.
 */
export const superuserRole = 'planctl_admin'

/** Marker file in the folder of the cluster: the roles are complete. */
const doneFile = 'planctl-roles'

/** OID of the superuser in every cluster, and the first OID of objects created by users. */
const superuserId = 10
const firstUserId = 16_384

const firstDatabase = 'postgres'

/**
 * Renames the superuser and creates the service role, in one transaction. The superuser of the session cannot be
 * renamed, so another one renames it. Default privileges are changed later, because they belong to a database.
 */
const makeRole = `DO $do$
DECLARE
  "found" record;
BEGIN
  SELECT rolname, rolpassword INTO STRICT "found" FROM pg_catalog.pg_authid WHERE oid = ${superuserId};
  IF "found".rolname = ${literal(serviceRole)} THEN
    CREATE ROLE planctl_rename SUPERUSER;
    SET SESSION AUTHORIZATION planctl_rename;
    ALTER ROLE ${serviceRole} RENAME TO ${superuserRole};
    SET SESSION AUTHORIZATION ${superuserRole};
    DROP ROLE planctl_rename;
    CREATE ROLE ${serviceRole} LOGIN NOSUPERUSER CREATEDB CREATEROLE;
    UPDATE pg_catalog.pg_authid SET rolpassword = "found".rolpassword WHERE rolname = ${literal(serviceRole)};
    ALTER ROLE ${superuserRole} NOLOGIN PASSWORD NULL;
    UPDATE pg_catalog.pg_db_role_setting SET setrole = '${serviceRole}'::regrole WHERE setrole = ${superuserId};
  END IF;
  -- Bulk writes check references themselves, and copies of scenarios trust those of their source.
  GRANT SET ON PARAMETER session_replication_role TO ${serviceRole};
  -- Benchmarks write everything to disk before they measure.
  GRANT pg_checkpoint TO ${serviceRole};
  -- What it makes a role for, such as owning something, it can do without a grant to itself.
  ALTER ROLE ${serviceRole} SET createrole_self_grant TO 'set, inherit';
  FOR "found" IN
    SELECT r.rolname FROM pg_catalog.pg_auth_members m JOIN pg_catalog.pg_roles r ON r.oid = m.member
    WHERE m.roleid = ${superuserId}
  LOOP
    EXECUTE format('REVOKE ${superuserRole} FROM %I CASCADE', "found".rolname);
    EXECUTE format('GRANT ${serviceRole} TO %I', "found".rolname);
  END LOOP;
  FOR "found" IN
    SELECT r.rolname FROM pg_catalog.pg_roles r
    WHERE r.oid >= ${firstUserId} AND NOT r.rolsuper AND NOT pg_catalog.pg_has_role(r.oid, '${serviceRole}', 'MEMBER')
  LOOP
    EXECUTE format('GRANT %I TO ${serviceRole} WITH ADMIN TRUE, INHERIT TRUE, SET TRUE', "found".rolname);
  END LOOP;
  FOR "found" IN
    SELECT datname FROM pg_catalog.pg_database WHERE datdba = ${superuserId} AND NOT datistemplate
  LOOP
    EXECUTE format('ALTER DATABASE %I OWNER TO ${serviceRole}', "found".datname);
  END LOOP;
END $do$`

/** Lists databases in hexadecimal digits, which the output cannot corrupt. */
const listDatabases = `SELECT pg_catalog.encode(pg_catalog.convert_to(datname, 'UTF8'), 'hex') AS planctl_database
  FROM pg_catalog.pg_database WHERE NOT datistemplate AND datallowconn AND datname <> ${literal(firstDatabase)}`

/**
 * Makes the service role the owner of the superuser's objects in a database. Each object is changed in a separate
 * transaction, because many thousands would need more locks than available. Extensions and objects that only a
 * superuser may own are not changed.
 */
const takeOver = `DO $do$
DECLARE
  "found" record;
BEGIN
  FOR "found" IN
    WITH "owned" AS (
      SELECT 'pg_catalog.pg_namespace'::regclass AS "class", oid, nspowner AS "owner" FROM pg_catalog.pg_namespace
        WHERE nspname !~ '^pg_(temp|toast)'
      UNION ALL SELECT 'pg_catalog.pg_class'::regclass, c.oid, relowner FROM pg_catalog.pg_class c
        WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relpersistence <> 't' AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid
            AND d.refclassid = 'pg_catalog.pg_class'::regclass AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
      UNION ALL SELECT 'pg_catalog.pg_type'::regclass, t.oid, typowner FROM pg_catalog.pg_type t
        WHERE typtype IN ('b', 'c', 'd', 'e', 'r')
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_type e WHERE e.typarray = t.oid)
          AND (typrelid = 0 OR EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid = typrelid AND relkind = 'c'))
      UNION ALL SELECT 'pg_catalog.pg_proc'::regclass, oid, proowner FROM pg_catalog.pg_proc
      UNION ALL SELECT 'pg_catalog.pg_operator'::regclass, oid, oprowner FROM pg_catalog.pg_operator
      UNION ALL SELECT 'pg_catalog.pg_opfamily'::regclass, oid, opfowner FROM pg_catalog.pg_opfamily
      UNION ALL SELECT 'pg_catalog.pg_opclass'::regclass, oid, opcowner FROM pg_catalog.pg_opclass
      UNION ALL SELECT 'pg_catalog.pg_collation'::regclass, oid, collowner FROM pg_catalog.pg_collation
      UNION ALL SELECT 'pg_catalog.pg_conversion'::regclass, oid, conowner FROM pg_catalog.pg_conversion
      UNION ALL SELECT 'pg_catalog.pg_ts_dict'::regclass, oid, dictowner FROM pg_catalog.pg_ts_dict
      UNION ALL SELECT 'pg_catalog.pg_ts_config'::regclass, oid, cfgowner FROM pg_catalog.pg_ts_config
      UNION ALL SELECT 'pg_catalog.pg_statistic_ext'::regclass, oid, stxowner FROM pg_catalog.pg_statistic_ext
      UNION ALL SELECT 'pg_catalog.pg_foreign_server'::regclass, oid, srvowner FROM pg_catalog.pg_foreign_server
      UNION ALL SELECT 'pg_catalog.pg_largeobject'::regclass, oid, lomowner FROM pg_catalog.pg_largeobject_metadata
    )
    SELECT format('ALTER %s %s OWNER TO ${serviceRole}',
      CASE i.type WHEN 'statistics object' THEN 'statistics' WHEN 'composite type' THEN 'type' ELSE i.type END,
      i.identity) AS "sql"
    FROM "owned" o CROSS JOIN LATERAL pg_catalog.pg_identify_object(o."class", o.oid, 0) i
    WHERE o."owner" = ${superuserId} AND o.oid >= ${firstUserId} AND NOT EXISTS (
      SELECT FROM pg_catalog.pg_depend d WHERE d.classid = o."class" AND d.objid = o.oid AND d.deptype = 'e')
  LOOP
    EXECUTE "found"."sql";
    COMMIT;
  END LOOP;
  -- What is granted by default on what will be made, without what every owner has and gives anyway.
  FOR "found" IN
    WITH "entry" AS (
      SELECT d.defaclnamespace AS "schema", d.defaclobjtype AS "type", e.grantee, e.privilege_type, e.is_grantable, true AS "given"
      FROM pg_catalog.pg_default_acl d CROSS JOIN LATERAL pg_catalog.aclexplode(d.defaclacl) e
      WHERE d.defaclrole = ${superuserId}
    ), "usual" AS (
      SELECT d.defaclnamespace, d.defaclobjtype, e.grantee, e.privilege_type, e.is_grantable
      FROM pg_catalog.pg_default_acl d CROSS JOIN LATERAL pg_catalog.aclexplode(pg_catalog.acldefault(
        CASE d.defaclobjtype WHEN 'S' THEN 's' ELSE d.defaclobjtype END::"char", ${superuserId}::oid)) e
      WHERE d.defaclrole = ${superuserId} AND d.defaclnamespace = 0
    ), "change" AS (
      SELECT "schema", "type", grantee, privilege_type, is_grantable, 'GRANT' AS "verb" FROM (
        SELECT "schema", "type", grantee, privilege_type, is_grantable FROM "entry" EXCEPT SELECT * FROM "usual") g
      UNION ALL
      SELECT defaclnamespace, defaclobjtype, grantee, privilege_type, is_grantable, 'REVOKE' FROM (
        SELECT * FROM "usual" EXCEPT SELECT "schema", "type", grantee, privilege_type, is_grantable FROM "entry") r
    )
    SELECT format(' %s', CASE WHEN n.oid IS NULL THEN '' ELSE format('IN SCHEMA %I ', n.nspname) END) AS "place",
      format('%s ON %s', privilege_type, CASE c."type" WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES'
        WHEN 'f' THEN 'FUNCTIONS' WHEN 'T' THEN 'TYPES' WHEN 'n' THEN 'SCHEMAS' ELSE 'LARGE OBJECTS' END) AS "what",
      CASE grantee WHEN 0 THEN 'PUBLIC' WHEN ${superuserId} THEN '${serviceRole}'
        ELSE format('%I', pg_catalog.pg_get_userbyid(grantee)) END AS "grantee", "verb", is_grantable
    FROM "change" c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c."schema"
  LOOP
    EXECUTE 'ALTER DEFAULT PRIVILEGES FOR ROLE ${serviceRole}' || "found"."place" || "found"."verb" || ' ' || "found"."what"
      || CASE "found"."verb" WHEN 'GRANT' THEN ' TO ' ELSE ' FROM ' END || "found"."grantee"
      || CASE WHEN "found"."verb" = 'GRANT' AND "found".is_grantable THEN ' WITH GRANT OPTION' ELSE '' END;
  END LOOP;
  -- In the same transaction: a name that was free stays free for DROP ROLE.
  DELETE FROM pg_catalog.pg_shdepend WHERE classid = 'pg_catalog.pg_default_acl'::regclass
    AND dbid = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
    AND objid IN (SELECT oid FROM pg_catalog.pg_default_acl WHERE defaclrole = ${superuserId});
  DELETE FROM pg_catalog.pg_default_acl WHERE defaclrole = ${superuserId};
END $do$`

/**
 * Ensures that the service uses a role that is not a superuser. The server of the cluster must not run. Throws
 * `unusable_database` with the message of PostgreSQL.
 */
export async function ensureServiceRole(options: SingleUserOptions): Promise<void> {
  const done = join(options.data, doneFile)
  const found = await stat(done).catch(() => undefined)
  if (found !== undefined) return
  try {
    const output = await runSingleUser(options, firstDatabase, [makeRole, takeOver, listDatabases])
    for (const [, name] of output.matchAll(/planctl_database = "([0-9a-f]+)"/g)) {
      await runSingleUser(options, Buffer.from(name ?? '', 'hex').toString(), [takeOver])
    }
  } catch (cause) {
    const reason = `The roles of the database in ${options.data} cannot be set up. ${String(cause)}`
    throw new ServiceError('unusable_database', { reason }, { cause })
  }
  await writeFile(done, '', { mode: 0o600, flush: true })
}
