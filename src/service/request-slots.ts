/**
 * Requests with an `Idempotency-Key`, table `control.idempotency`: one row per key, with the response that was sent.
 */
import type { ControlDatabase } from '../database/database.ts'

/** A key of a user for a request. */
export interface RequestSlot {
  readonly user: number
  readonly request: string
  readonly key: string
}

interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

/** Minutes after which a request without a response that nobody renews counts as abandoned. */
const abandonedAfter = 10
/** Time between two renewals of a request that runs, in milliseconds. */
const renewalMs = 60_000

/** Claims a key. Returns true if it is new or has expired, or if its first request was abandoned. */
export async function claimSlot(
  database: ControlDatabase,
  slot: RequestSlot,
  hash: string,
  hours: number,
): Promise<boolean> {
  await database.query({
    text: `DELETE FROM control."idempotency" WHERE "created" < now() - make_interval(secs => $1)`,
    values: [hours * 3600],
  })
  const { rowCount } = await database.query({
    text: `INSERT INTO control."idempotency" AS i ("user", "request", "key", "request_hash")
      VALUES ($1, $2, $3, $4)
      ON CONFLICT ("user", "request", "key") DO UPDATE SET "request_hash" = $4, "created" = now()
      WHERE i."status" IS NULL AND i."created" < now() - make_interval(mins => $5)`,
    values: [slot.user, slot.request, slot.key, hash, abandonedAfter],
  })
  return rowCount === 1
}

/** Runs a request with a claimed key, which does not count as abandoned meanwhile, however long it takes. */
export async function holdingSlot<Result>(
  database: ControlDatabase,
  slot: RequestSlot,
  run: () => Promise<Result>,
  everyMs = renewalMs,
): Promise<Result> {
  const renew = async (): Promise<void> => {
    await database.query({
      text: `UPDATE control."idempotency" SET "created" = now() WHERE ${place} AND "status" IS NULL`,
      values: placeOf(slot),
    })
  }
  // Several renewals may fail before the key is free.
  const timer = setInterval(() => void renew().catch(() => undefined), everyMs)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}

const place = `"user" = $1 AND "request" = $2 AND "key" = $3`
const placeOf = ({ user, request, key }: RequestSlot): readonly unknown[] => [user, request, key]

interface FirstAnswer {
  readonly hash: string
  /** Null while the first request is running. */
  readonly status: number | null
  readonly headers: KeptAnswer['headers']
  readonly body: Buffer | null
}

/** Returns the response of the first request; undefined without one. */
export async function readFirstAnswer(
  database: ControlDatabase,
  slot: RequestSlot,
): Promise<FirstAnswer | undefined> {
  const { rows } = await database.query<Omit<FirstAnswer, 'headers'> & { headers: string }>({
    text: `SELECT "request_hash" AS "hash", "status", "headers"::text AS "headers", "body"
      FROM control."idempotency" WHERE ${place}`,
    values: placeOf(slot),
  })
  const first = rows[0]
  if (first === undefined) return undefined
  const headers: KeptAnswer['headers'] = JSON.parse(first.headers)
  return { ...first, headers }
}

/** Stores the response of the request with this hash. */
export async function keepAnswer(
  database: ControlDatabase,
  slot: RequestSlot,
  hash: string,
  { status, headers, body }: KeptAnswer,
): Promise<void> {
  await database.query({
    text: `UPDATE control."idempotency" SET "request_hash" = $4, "status" = $5, "headers" = $6, "body" = $7
      WHERE ${place}`,
    values: [...placeOf(slot), hash, status, JSON.stringify(headers), body ?? null],
  })
}

export async function releaseSlot(database: ControlDatabase, slot: RequestSlot): Promise<void> {
  await database.query({
    text: `DELETE FROM control."idempotency" WHERE ${place} AND "status" IS NULL`,
    values: placeOf(slot),
  })
}
