/**
 * Counts failed sign-ins over all servers of an installation: in the database, by keyed hashes. Failures at one
 * server delay further attempts at all servers.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'

export interface Counted {
  readonly failures: number
  /** Milliseconds since 1970. */
  readonly last: number
}

export interface SharedFailures {
  /** Returns the count of each subject; leaves out subjects without failures. */
  read(subjects: readonly string[]): Promise<ReadonlyMap<string, Counted>>
  /** Counts one failure for each subject. */
  add(subjects: readonly string[]): Promise<void>
  forget(subject: string): Promise<void>
}

export interface SharedFailuresOptions {
  readonly database: Pick<ControlDatabase, 'query'>
  /** Secret of the installation; without it, the hashes reveal nothing. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Time in milliseconds after which failures expire if there are no further ones. */
  readonly memory: number
}

export function createSharedFailures({
  database,
  secret,
  now,
  memory,
}: SharedFailuresOptions): SharedFailures {
  const key = createSecretKey(Buffer.from(`failures ${secret}`))
  const hashOf = (subject: string): string => createHmac('sha256', key).update(subject).digest('base64url')
  return {
    read: async (subjects) => {
      const hashes = new Map(subjects.map((subject) => [hashOf(subject), subject]))
      const { rows } = await database.query<{ subject: string; failures: number; last: number }>({
        name: 'auth_failures',
        text: `SELECT "subject", "failures", extract(epoch FROM "last")::double precision * 1000 AS "last"
          FROM control."signinfailure"
          WHERE "subject" = ANY ($1::text[]) AND "last" >= to_timestamp($2::double precision / 1000)`,
        values: [[...hashes.keys()], now() - memory],
      })
      return new Map(rows.map(({ subject, failures, last }) => [hashes.get(subject)!, { failures, last }]))
    },
    add: async (subjects) => {
      await database.query({
        // Sorted in the same order everywhere, to prevent deadlocks between servers.
        text: `INSERT INTO control."signinfailure" AS f ("subject", "failures", "last")
          SELECT s, 1, to_timestamp($2::double precision / 1000) FROM unnest($1::text[]) AS s ORDER BY s
          ON CONFLICT ("subject") DO UPDATE SET "last" = excluded."last", "failures" = CASE
            WHEN f."last" < excluded."last" - make_interval(secs => $3::double precision / 1000) THEN 1
            ELSE f."failures" + 1 END`,
        values: [subjects.map(hashOf), now(), memory],
      })
    },
    forget: async (subject) => {
      await database.query({
        text: 'DELETE FROM control."signinfailure" WHERE "subject" = $1',
        values: [hashOf(subject)],
      })
    },
  }
}
