/** Finds accounts by name or e-mail address, and loads them with their permissions in all scenarios. */
import type pg from 'pg'
import type { ControlDatabase } from '../database/database.ts'
import type { ScenarioAccess } from './principal.ts'

export interface Account {
  readonly userId: number
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string | null
  /**
   * JSON web tokens issued before this time are not valid; in milliseconds since 1970. It is that of the last change of
   * the password, or when the user got a name or address that another user had before; otherwise 0.
   */
  readonly tokensSince: number
  /** Stored value, which may be `auto`. */
  readonly language: string
  /** Active memberships of scenarios that contain data. */
  readonly scenarios: ReadonlyMap<string, ScenarioAccess>
  /** The same in scenarios that cannot be opened until the replacement of their data is complete. */
  readonly busyScenarios: ReadonlyMap<string, ScenarioAccess>
  /** Names of the groups of these memberships. */
  readonly groups: ReadonlySet<string>
  /** Active second factors. */
  readonly factors: { readonly totp: boolean; readonly passkeys: boolean }
}

interface AccountRow extends pg.QueryResultRow {
  readonly id: number
  readonly username: string
  readonly email: string | null
  readonly password: string | null
  readonly tokens_since: number
  readonly language: string
  readonly scenario: string | null
  readonly is_superuser: boolean | null
  readonly pending: boolean | null
  readonly permissions: readonly string[]
  readonly groups: readonly string[]
  readonly totp: boolean
  readonly passkeys: boolean
}

const accountSql = `
  SELECT u."id", u."username", u."email", u."password", u."language", m."scenario",
    coalesce((extract(epoch FROM c."changed") * 1000)::float8, 0) AS "tokens_since", m."is_superuser",
    s."replacement" IS NOT NULL AS "pending",
    ARRAY(
      SELECT p."permission" FROM control."membershippermission" p
      WHERE p."user" = m."user" AND p."scenario" = m."scenario"
      UNION
      SELECT gp."permission" FROM control."membershipgroup" mg
      JOIN control."grouppermission" gp ON gp."group" = mg."group"
      WHERE mg."user" = m."user" AND mg."scenario" = m."scenario"
    )::text[] AS "permissions",
    ARRAY(
      SELECT g."name" FROM control."membershipgroup" mg JOIN control."group" g ON g."id" = mg."group"
      WHERE mg."user" = m."user" AND mg."scenario" = m."scenario"
    )::text[] AS "groups",
    EXISTS (SELECT FROM control."totp" t WHERE t."user" = u."id" AND t."confirmed" IS NOT NULL) AS "totp",
    EXISTS (SELECT FROM control."passkey" k WHERE k."user" = u."id") AS "passkeys"
  FROM control."user" u
  LEFT JOIN control."passwordchange" c ON c."user" = u."id"
  LEFT JOIN (
    control."membership" m JOIN control."scenario" s ON s."name" = m."scenario" AND s."status" <> 'Free'
      -- While it is Busy, the data that is being replaced can be read, except until a replacement on a further server is
      -- complete (scenarios/aside/replacement). It is missing where psql restored production alone.
      AND (s."stored" OR EXISTS (SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname = s."name"))
  ) ON m."user" = u."id" AND m."is_active"
  WHERE u."id" = ANY ($1::bigint[])
  ORDER BY u."id"`

/** Loads accounts by id, each with its permissions in all scenarios, in one query. Leaves out unknown ids. */
export async function loadAccounts(
  database: Pick<ControlDatabase, 'query'>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Account>> {
  const { rows } = await database.query<AccountRow>({
    name: 'auth_accounts',
    text: accountSql,
    values: [userIds],
  })
  const accounts = new Map<number, Account>()
  for (const [userId, own] of Map.groupBy(rows, (row) => row.id)) {
    const row = own[0]!
    accounts.set(userId, {
      userId,
      username: row.username,
      email: row.email,
      passwordHash: row.password,
      tokensSince: row.tokens_since,
      language: row.language,
      scenarios: new Map(own.filter(({ pending }) => pending !== true).flatMap(standing)),
      busyScenarios: new Map(own.filter(({ pending }) => pending === true).flatMap(standing)),
      groups: new Set(own.flatMap(({ groups }) => groups)),
      factors: { totp: row.totp, passkeys: row.passkeys },
    })
  }
  return accounts
}

function standing(row: AccountRow): readonly (readonly [string, ScenarioAccess])[] {
  if (row.scenario === null) return []
  const superuser = row.is_superuser ?? false
  return [[row.scenario, { superuser, permissions: new Set(row.permissions) }]]
}

// ICU folds all letters, lower() with the collation "C" only ASCII. The indexes of 0002_access.sql use the same
// expression.
const folded = (sql: string): string => `lower(${sql} COLLATE "und-x-icu")`

const byUsernameSql = `SELECT "id" FROM control."user" WHERE ${folded('"username"')} = ${folded('$1::text')}`
const byEmailSql = `SELECT "id" FROM control."user" WHERE ${folded('"email"')} = ${folded('$1::text')}`
const byLoginSql = `
  SELECT "id" FROM (
    SELECT "id", 1 AS "rank" FROM (${byUsernameSql}) "named"
    UNION ALL
    SELECT "id", 2 FROM (${byEmailSql}) "addressed"
  ) "found" ORDER BY "rank" LIMIT 1`

const lookups = { username: byUsernameSql, email: byEmailSql, login: byLoginSql } as const

/**
 * Returns the id of the user with that name, e-mail address, or either (`login`; a matching name has precedence),
 * ignoring case.
 */
export async function findUserId(
  database: Pick<ControlDatabase, 'query'>,
  by: keyof typeof lookups,
  value: string,
): Promise<number | undefined> {
  // PostgreSQL cannot store such texts, so no user has such a name.
  if (value.includes('\0') || !value.isWellFormed()) return undefined
  const { rows } = await database.query<{ id: number }>({
    name: `auth_user_by_${by}`,
    text: lookups[by],
    values: [value],
  })
  return rows[0]?.id
}
