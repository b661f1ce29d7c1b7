/**
 * Which messages of a webhook are sent next, and when one is retried. A message that the endpoint does not accept
 * holds up the messages after it, so that their order is kept, unless the endpoint rejects only this one.
 */
import type pg from 'pg'
import type { ControlDatabase } from '../../database/database.ts'

/** Status codes of an endpoint that accepts no message at present: also those that concern the URL or the credentials. */
const unavailable: ReadonlySet<number> = new Set([401, 403, 404, 408, 410, 425, 429])
/** Status codes by which an endpoint rejects one message: it may accept the others, so they do not wait for this one. */
const rejections = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => !unavailable.has(status),
)
/** Number of attempts after which a response 5xx may concern only the message: the next one is tried too. */
const attemptsAlone = 5
/** Maximum number of messages to a webhook per round. */
const perRound = 100

const notRejected = (alias: string): string =>
  `(${alias}."status" IS NULL OR ${alias}."status" <> ALL ($2::integer[]))`

/**
 * SQL condition of a message `d` of webhook `$1` that waits for its retry and has its place in the order; `$2` are the
 * rejections. If a later message arrived in its turn, it has no place any more.
 */
const retried = `d."webhook" = $1 AND d."due" > now() AND d."attempts" > 0 AND NOT d."urgent" AND ${notRejected('d')}
  AND d."id" > coalesce((SELECT max(a."id") FROM control."webhookdelivery" a
    WHERE a."webhook" = $1 AND a."delivered" IS NOT NULL AND NOT a."urgent"), 0)`

/**
 * SQL condition of a message `d` that holds up the messages after it. If the fault may be that of the message, it does
 * so only once the endpoint has refused one of them too.
 */
const blocks = `${retried} AND (d."attempts" < ${attemptsAlone} OR d."status" IS NULL OR d."status" < 500
  OR EXISTS (SELECT FROM control."webhookdelivery" n
    WHERE n."webhook" = $1 AND n."id" > d."id" AND n."due" IS NOT NULL AND n."attempts" > 0 AND NOT n."urgent"
      AND ${notRejected('n')}))`

export interface Due extends Record<string, unknown> {
  readonly id: number
  readonly kind: string
  readonly body: string
  readonly attempts: number
  readonly trace: string | null
  readonly urgent: boolean
}

/** Returns the messages to send: first those that do not wait for others, then the others in order. */
export async function listDue(database: ControlDatabase, webhook: number): Promise<readonly Due[]> {
  const { rows } = await database.query<Due>({
    text: `SELECT "id"::float8 AS "id", "kind", "body", "attempts", "trace", "urgent" FROM control."webhookdelivery"
      WHERE "webhook" = $1 AND "due" <= now() AND ("urgent" OR "id" < coalesce(
        (SELECT min(d."id") FROM control."webhookdelivery" d WHERE ${blocks}), 9223372036854775807))
      ORDER BY "urgent" DESC, "id" LIMIT ${perRound}`,
    values: [webhook, rejections],
  })
  return rows
}

/** Returns true if the next message may be sent at once after a failed attempt. */
export const concernsOne = (status: number | undefined, attempts: number): boolean =>
  status !== undefined && (rejections.includes(status) || (status >= 500 && attempts >= attemptsAlone))

/**
 * Makes the messages due now that hold up others, or would do so. Locks the webhook first, as every change of a webhook
 * and of several of its messages does, except the deletion of old messages that are no longer due: otherwise two of them
 * may wait for each other.
 */
export async function wakeRetried(database: ControlDatabase, webhook: number): Promise<void> {
  await database.withTransaction(async (client) => {
    await client.query('SELECT FROM control."webhook" WHERE "id" = $1 FOR NO KEY UPDATE', [webhook])
    await client.query(`UPDATE control."webhookdelivery" d SET "due" = now() WHERE ${retried}`, [
      webhook,
      rejections,
    ])
  })
}

/** Limits the time to the next attempt of the messages that hold up others, in seconds. */
export async function limitBlocking(
  client: Pick<pg.ClientBase, 'query'>,
  webhook: number,
  longestSeconds: number,
): Promise<void> {
  await client.query(
    `UPDATE control."webhookdelivery" d SET "due" = now() + make_interval(secs => $3::float8)
      WHERE ${blocks} AND d."due" > now() + make_interval(secs => $3::float8)
        AND EXISTS (SELECT FROM control."webhookdelivery" o
          WHERE o."webhook" = $1 AND o."id" > d."id" AND o."due" IS NOT NULL AND NOT o."urgent")`,
    [webhook, rejections, longestSeconds],
  )
}

export interface Attempt {
  readonly webhook: number
  readonly id: number
  /** Number of attempts before this one. */
  readonly attempts: number
  /** URL to which the message was sent. */
  readonly url: string
  readonly status: number | undefined
  readonly answer: string
  readonly arrived: boolean
  /** Seconds to the next attempt. */
  readonly waitSeconds: number
  /** The message is given up after this number of retries, but not before `totalSeconds`. */
  readonly retries: number
  /** Minimum number of seconds from the first attempt until the message is given up. */
  readonly totalSeconds: number
}

/**
 * Stores the result of an attempt. If the webhook was changed or a user sent the message again meanwhile, it stays
 * due. Returns whether the message is given up, and whether other messages arrived since its first attempt.
 */
export async function storeAttempt(
  database: ControlDatabase,
  { webhook, id, attempts, url, status, answer, arrived, waitSeconds, retries, totalSeconds }: Attempt,
): Promise<{ readonly givenUp: boolean; readonly othersArrive: boolean }> {
  const { rows } = await database.query<{ givenUp: boolean; othersArrive: boolean }>({
    text: `UPDATE control."webhookdelivery" d SET "attempts" = d."attempts" + 1, "status" = $3, "answer" = $4,
        "started" = coalesce(d."started", now()), "urgent" = d."kind" = 'test' OR (d."urgent" AND ($5 OR d."attempts" <> $9)),
        "delivered" = CASE WHEN $5 THEN now() END,
        "due" = CASE
          WHEN $5 THEN NULL
          WHEN w."url" <> $6 OR d."attempts" <> $9 THEN now()
          WHEN d."attempts" >= $10 AND now() >= d."started" + make_interval(secs => $8::float8) THEN NULL
          ELSE now() + make_interval(secs => $7::float8) END
      FROM control."webhook" w WHERE w."id" = $1 AND d."id" = $2
      RETURNING d."due" IS NULL AND NOT $5 AS "givenUp", CASE WHEN d."due" IS NULL AND NOT $5 THEN EXISTS (
        SELECT FROM control."webhookdelivery" o
        WHERE o."webhook" = $1 AND o."kind" <> 'test' AND o."delivered" > d."started") ELSE false END AS "othersArrive"`,
    values: [webhook, id, status ?? null, answer, arrived, url, waitSeconds, totalSeconds, attempts, retries],
  })
  return rows[0] ?? { givenUp: false, othersArrive: false }
}
