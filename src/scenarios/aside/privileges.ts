/**
 * Privileges that administrators have given to roles of the database: on the schema of a scenario, its tables, their
 * columns and sequences, and by default on tables to come. They belong to the scenario, not to the data that happens
 * to be in it, so a schema that takes the place of another one takes over its privileges.
 */
import type pg from 'pg'

/**
 * Entries of what is in the schemas $1 and $2, but for those of owners. Objects are known by their names; a sequence by
 * the column that it belongs to.
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

/** Role of an entry as SQL. */
const grantee = `CASE grantee WHEN 0 THEN 'PUBLIC' ELSE format('%I', pg_catalog.pg_get_userbyid(grantee)) END`

/** What of the schema $1 the schema $2 lacks, and what it has too much, as statements. */
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

/** The same for the privileges on tables and other things to come. */
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
 * Gives the objects of one schema the privileges that those of the same names have in the other, and no more. The
 * service grants them itself, whoever granted them first. Needs a client inside a transaction; takes no lock that
 * readers or writers wait for.
 */
export async function carryPrivileges(
  client: pg.ClientBase,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const objects = await client.query<{ sql: string }>(objectSql, [from, to, null])
  const defaults = await client.query<{ sql: string }>(defaultSql, [from, to])
  await runAll(client, [...objects.rows, ...defaults.rows])
}

/** The same for one role only, and without those on what is to come. */
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
