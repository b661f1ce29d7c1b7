/** Lists and ends the sessions of one user. */
import type { ControlDatabase } from '../../database/database.ts'
import { hashSessionToken } from './store.ts'

export interface OwnSession {
  readonly id: string
  /** Times in UTC. */
  readonly created: string
  readonly last_seen: string
  readonly expires: string
  readonly address: string | null
  readonly user_agent: string | null
  /** Whether it is the session of the request. */
  readonly current: boolean
}

const moment = (column: string): string =>
  `to_char("${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "${column}"`

/**
 * Returns the active sessions of a user, the most recently used first.
 * @param token token in the cookie of the request, if it has one
 */
export async function ownSessions(
  database: ControlDatabase,
  userId: number,
  token: string | undefined,
): Promise<readonly OwnSession[]> {
  const { rows } = await database.query<OwnSession>({
    text: `SELECT "id", ${['created', 'last_seen', 'expires'].map(moment).join(', ')}, "address", "user_agent",
        "id" = $2 AS "current"
      FROM control."session" s WHERE "user" = $1 AND s."expires" > now() ORDER BY s."last_seen" DESC`,
    values: [userId, token === undefined ? '' : hashSessionToken(token)],
  })
  return rows
}

/** Ends one session of a user, or with `but` all others. The database notifies processes that have cached them. */
export async function endOwnSessions(
  database: ControlDatabase,
  userId: number,
  which: { readonly id: string } | { readonly but: string | undefined },
): Promise<number> {
  const one = 'id' in which
  const id = one ? which.id : which.but === undefined ? '' : hashSessionToken(which.but)
  const { rowCount } = await database.query({
    text: `DELETE FROM control."session" WHERE "user" = $1 AND "id" ${one ? '=' : '<>'} $2`,
    values: [userId, id],
  })
  return rowCount ?? 0
}
