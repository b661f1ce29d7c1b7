/**
 * Copies the privileges that administrators have granted to database roles: on the schema of a scenario, its tables,
 * their columns and sequences, and the default privileges for new tables. Privileges belong to the scenario, not to
 * its data, so a schema that replaces another one gets its privileges.
 */
import type pg from 'pg'

/**
 * Lists the privileges on the objects in the schemas $1 and $2, except those of owners. Objects are identified by
 * their names, a sequence by the column that owns it.
 */
const entries = `
  "object" AS (
    SELECT n.nspname::text AS "schema", 'SCHEMA' AS "kind", '' AS "table", '' AS "column", n.nspowner AS "owner",
      n.nspacl AS "acl", format('SCHEMA %I', n.nspname) AS "named"
    FROM pg_catalog.pg_namespace n WHERE n.nspname IN ($1, $2)
    UNION ALL
    SELECT n.nspname, 'TABLE', c.relname, '', c.relowner, c.relacl, format('TABLE %I.%I', n.nspname, c.relname)
    FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
    WHERE n.nspname IN ($1, $2)
    UNION ALL
    SELECT n.nspname, 'COLUMN', c.relname, a.attname, c.relowner, a.attacl, format('TABLE %I.%I', n.nspname, c.relname)
    FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname IN ($1, $2)
    UNION ALL
    SELECT n.nspname, 'SEQUENCE', c.relname, a.attname, s.relowner, s.relacl, format('SEQUENCE %I.%I', n.nspname, s.relname)
    FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
    JOIN pg_catalog.pg_depend d ON d.refobjid = c.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass
      AND d.classid = 'pg_catalog.pg_class'::regclass AND d.deptype IN ('a', 'i')
    JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S' AND s.relnamespace = n.oid
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
    WHERE n.nspname IN ($1, $2)
  ), "entry" AS (
    SELECT o."schema", o."kind", o."table", o."column", e.grantee, e.privilege_type AS "privilege",
      bool_or(e.is_grantable) AS "grantable"
    FROM "object" o CROSS JOIN LATERAL pg_catalog.aclexplode(o."acl") e WHERE e.grantee <> o."owner" GROUP BY 1, 2, 3, 4, 5, 6
  )`

/** SQL expression of the role of a privilege. */
const grantee = `CASE grantee WHEN 0 THEN 'PUBLIC' ELSE format('%I', pg_catalog.pg_get_userbyid(grantee)) END`

/** Query of GRANT and REVOKE statements after which the schema $2 has the same privileges as the schema $1. */
const objectSql = `
  WITH ${entries}, "wanted" AS (
    SELECT "kind", "table", "column", grantee, "privilege", "grantable" FROM "entry" WHERE "schema" = $1
    UNION
    -- What only the new schema has would have been made with the default privileges of the old one.
    SELECT o."kind", o."table", o."column", e.grantee, e.privilege_type, bool_or(e.is_grantable)
    FROM "object" o
    JOIN pg_catalog.pg_default_acl d ON d.defaclrole = o."owner"
      AND d.defaclobjtype = CASE o."kind" WHEN 'TABLE' THEN 'r' WHEN 'SEQUENCE' THEN 'S' END
    JOIN pg_catalog.pg_namespace n ON n.oid = d.defaclnamespace AND n.nspname = $1
    CROSS JOIN LATERAL pg_catalog.aclexplode(d.defaclacl) e
    WHERE o."schema" = $2 AND e.grantee <> o."owner" AND NOT EXISTS (
      SELECT FROM "object" f
      WHERE f."schema" = $1 AND (f."kind", f."table", f."column") = (o."kind", o."table", o."column"))
    GROUP BY 1, 2, 3, 4, 5
  ), "present" AS (
    SELECT "kind", "table", "column", grantee, "privilege", "grantable" FROM "entry" WHERE "schema" = $2
  ), "change" AS (
    SELECT 1 AS "turn", x.* FROM (SELECT * FROM "present" EXCEPT SELECT * FROM "wanted") x
    UNION ALL
    SELECT 2, x.* FROM (SELECT * FROM "wanted" EXCEPT SELECT * FROM "present") x
  ), "summed" AS (
    SELECT "turn", o."named", ${grantee} AS "role", "grantable",
      string_agg("privilege" || CASE "kind" WHEN 'COLUMN' THEN format(' (%I)', "column") ELSE '' END, ', ') AS "privileges"
    FROM "change" JOIN "object" o USING ("kind", "table", "column")
    WHERE o."schema" = $2 AND pg_catalog.pg_has_role(o."owner", 'USAGE')
      AND ($3::text IS NULL OR grantee = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = $3))
    GROUP BY 1, 2, 3, 4
  )
  SELECT CASE "turn"
    WHEN 1 THEN format('REVOKE %s ON %s FROM %s CASCADE', "privileges", "named", "role")
    ELSE format('GRANT %s ON %s TO %s', "privileges", "named", "role")
      || CASE WHEN "grantable" THEN ' WITH GRANT OPTION' ELSE '' END
  END AS "sql" FROM "summed" ORDER BY "turn"`

/** The same for default privileges on tables and other objects that are created later. */
const defaultSql = `
  WITH "entry" AS (
    SELECT n.nspname::text AS "schema", d.defaclrole AS "maker", d.defaclobjtype AS "type", e.grantee,
      e.privilege_type AS "privilege", bool_or(e.is_grantable) AS "grantable"
    FROM pg_catalog.pg_default_acl d JOIN pg_catalog.pg_namespace n ON n.oid = d.defaclnamespace
    CROSS JOIN LATERAL pg_catalog.aclexplode(d.defaclacl) e
    WHERE n.nspname IN ($1, $2) AND pg_catalog.pg_has_role(d.defaclrole, 'USAGE') GROUP BY 1, 2, 3, 4, 5
  ), "wanted" AS (SELECT "maker", "type", grantee, "privilege", "grantable" FROM "entry" WHERE "schema" = $1),
  "present" AS (SELECT "maker", "type", grantee, "privilege", "grantable" FROM "entry" WHERE "schema" = $2),
  "change" AS (
    SELECT 1 AS "turn", x.* FROM (SELECT * FROM "present" EXCEPT SELECT * FROM "wanted") x
    UNION ALL
    SELECT 2, x.* FROM (SELECT * FROM "wanted" EXCEPT SELECT * FROM "present") x
  )
  SELECT format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I ', pg_catalog.pg_get_userbyid("maker"), $2::text)
    || format(CASE "turn" WHEN 1 THEN 'REVOKE %s ON %s FROM %s CASCADE' ELSE 'GRANT %s ON %s TO %s' END,
      string_agg("privilege", ', '),
      CASE "type" WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' WHEN 'f' THEN 'FUNCTIONS' ELSE 'TYPES' END, ${grantee})
    || CASE WHEN "turn" = 2 AND "grantable" THEN ' WITH GRANT OPTION' ELSE '' END AS "sql"
  FROM "change" GROUP BY "turn", "maker", "type", grantee, "grantable" ORDER BY "turn"`

/**
 * Gives the objects of the schema `to` exactly the privileges of the objects with the same names in `from`. The
 * service becomes the grantor of all of them. Requires a client in a transaction; takes no lock that blocks readers
 * or writers.
 */
export async function carryPrivileges(
  client: pg.ClientBase,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const objects = await client.query<{ sql: string }>(objectSql, [from, to, null])
  const defaults = await client.query<{ sql: string }>(defaultSql, [from, to])
  await runAll(client, [...objects.rows, ...defaults.rows])
}

/** Does the same for one role only, without default privileges. */
export async function carryPrivilegesOf(
  client: pg.ClientBase,
  role: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(objectSql, [from, to, role])
  await runAll(client, rows)
}

async function runAll(client: pg.ClientBase, statements: readonly { readonly sql: string }[]): Promise<void> {
  if (statements.length > 0) await client.query(statements.map(({ sql }) => sql).join(';\n'))
}
