/** Reads the stored users of a batch of records, to compare and validate them. */
import type pg from 'pg'
import type { CoercedRecord } from '../../data/context.ts'
import { parseNameList } from './name-list.ts'

export interface StoredUser {
  readonly id: number
  readonly username: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  readonly groups: readonly string[]
  readonly permissions: readonly string[]
  /** Values by field name, as in the API. */
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Another user signs in with the name or address: `exchanged` if the batch gives that one another, which cannot be done
 * at once, because the unique indexes of PostgreSQL compare each row when it is written.
 */
type TakenFault = 'duplicate' | 'exchanged'

/** Result of matching one record of the batch with the stored users. */
export interface UserMatch {
  /** User that the record changes; undefined if it creates a new one. */
  readonly stored: StoredUser | undefined
  /** Identifies the user among those of the batch: records of a new user have the same name. */
  readonly user: string
  /** Name and address of the record in the form in which they are compared. */
  readonly foldedName: string | null
  readonly foldedEmail: string | null
  /** Faults of the name and of the address: null if no other stored user signs in with it. */
  readonly nameTaken: TakenFault | null
  readonly emailTaken: TakenFault | null
}

const folded = (sql: string): string => `lower(${sql} COLLATE "und-x-icu")`

/** Returns SQL of the fault of a name or address: null if no other stored user has it. */
const takenSql = (column: 'username' | 'email'): string => `
  (SELECT CASE WHEN bool_and(EXISTS (
      SELECT FROM matched m WHERE m."stored_id" = o."id" AND m."${column}" IS NOT NULL
        AND ${folded(`m."${column}"`)} <> ${folded(`r."${column}"`)})) THEN 'exchanged' ELSE 'duplicate' END
    FROM control."user" o
    WHERE o."id" IS DISTINCT FROM s."id" AND (
      ${folded('o."username"')} = ${folded(`r."${column}"`)} OR ${folded('o."email"')} = ${folded(`r."${column}"`)}
    )
    HAVING count(*) > 0)`

/**
 * Finds the stored user of each record as the merge will: by id, or by name if the id does not exist. `relation` is
 * an SQL relation of users as records.
 */
export async function matchUsers(
  client: Pick<pg.ClientBase, 'query'>,
  relation: string,
  records: readonly CoercedRecord[],
): Promise<readonly UserMatch[]> {
  const named = records.map(({ id, username, email }, index) => ({ index, id, username, email }))
  const { rows } = await client.query<{
    stored: string | null
    user: string | null
    folded_name: string | null
    folded_email: string | null
    name_taken: TakenFault | null
    email_taken: TakenFault | null
  }>(
    `WITH matched AS MATERIALIZED (
      SELECT r.*, coalesce(
        (SELECT k."id" FROM control."user" k WHERE k."id" = r."id"),
        (SELECT k."id" FROM control."user" k WHERE k."username" = r."username")) AS "stored_id"
      FROM jsonb_to_recordset($1::jsonb) AS r("index" integer, "id" bigint, "username" text, "email" text)
    )
    SELECT row_to_json(s)::text AS "stored", coalesce(r."stored_id"::text, 'new ' || r."username") AS "user",
      ${folded('r."username"')} AS "folded_name", ${folded('r."email"')} AS "folded_email",
      ${takenSql('username')} AS "name_taken", ${takenSql('email')} AS "email_taken"
    FROM matched r LEFT JOIN ${relation} s ON s."id" = r."stored_id"
    ORDER BY r."index"`,
    [JSON.stringify(named)],
  )
  return rows.map((row, index) => ({
    stored: row.stored === null ? undefined : storedUser(JSON.parse(row.stored)),
    user: row.user ?? `unnamed ${index}`,
    foldedName: row.folded_name,
    foldedEmail: row.folded_email,
    nameTaken: row.name_taken,
    emailTaken: row.email_taken,
  }))
}

function storedUser(row: unknown): StoredUser {
  const values = Object.fromEntries(Object.entries(row ?? {}))
  const { id, username } = values
  if (typeof id !== 'number' || typeof username !== 'string') {
    throw new TypeError('The relation of users lacks their id or name.')
  }
  return {
    id,
    username,
    isActive: values['is_active'] === true,
    isSuperuser: values['is_superuser'] === true,
    groups: parseNameList(values['groups']) ?? [],
    permissions: parseNameList(values['permissions']) ?? [],
    values,
  }
}
