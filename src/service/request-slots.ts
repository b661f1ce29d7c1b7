/**
 * Requests with an `Idempotency-Key`, table `control.idempotency`: one row per key, with the response that was sent.
 */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'

/** A key of a user for a request. */
export interface RequestSlot {
  readonly user: number
  readonly scenario: string
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

/** A key that a request has claimed; another request that takes it over has another claim. */
export interface ClaimedSlot extends RequestSlot {
  readonly claim: string
}

/**
 * Claims a key. Returns the claim if the key is new or has expired, or if its first request was abandoned; otherwise
 * undefined.
 */
export async function claimSlot(
  database: ControlDatabase,
  slot: RequestSlot,
  hash: string,
  hours: number,
): Promise<ClaimedSlot | undefined> {
  await database.query({
    text: `DELETE FROM control."idempotency" WHERE "created" < now() - make_interval(secs => $1)`,
    values: [hours * 3600],
  })
  const claim = randomUUID()
  const { rowCount } = await database.query({
    text: `INSERT INTO control."idempotency" AS i ("user", "request", "key", "request_hash", "claim", "scenario")
      VALUES ($1, $2, $3, $4, $6, $7)
      ON CONFLICT ("user", "request", "key") DO UPDATE SET "request_hash" = $4, "created" = now(), "claim" = $6
      WHERE i."status" IS NULL AND i."created" < now() - make_interval(mins => $5)`,
    values: [...placeOf(slot), hash, abandonedAfter, claim, slot.scenario],
  })
  return rowCount === 1 ? { ...slot, claim } : undefined
}

/**
 * Runs a request with a claimed key, which does not count as abandoned meanwhile, however long it takes. Logs renewals
 * that fail. The signal aborts when another request has taken the key over.
 * @throws `idempotency_busy` if the request was aborted by this
 */
export async function holdingSlot<Result>(
  database: ControlDatabase,
  slot: ClaimedSlot,
  run: (signal: AbortSignal) => Promise<Result>,
  { logger, everyMs = renewalMs }: { readonly logger: Pick<Logger, 'warn'>; readonly everyMs?: number },
): Promise<Result> {
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    // A row that has been deleted after many failed renewals, or because the data was replaced, is nobody's.
    const { rows } = await database.query<{ taken: boolean }>({
      text: `WITH "renewed" AS (
          UPDATE control."idempotency" SET "created" = now() WHERE ${place} AND ${isOwn} AND "status" IS NULL)
        SELECT EXISTS (SELECT FROM control."idempotency" WHERE ${place} AND "claim" IS DISTINCT FROM $4) AS "taken"`,
      values: [...placeOf(slot), slot.claim],
    })
    if (rows[0]?.taken === true) lost.abort()
  }
  const { user } = slot
  // Several renewals may fail before the key is free.
  let renewal: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewal = renew().catch((error: unknown) =>
      logger.warn({ err: error, user }, 'The Idempotency-Key of a request cannot be renewed at the moment'),
    )
  }, everyMs)
  try {
    return await run(lost.signal)
  } catch (error) {
    if (lost.signal.aborted) throw takenOver(logger, slot)
    throw error
  } finally {
    clearInterval(timer)
    await renewal
  }
}

/** Logs that another request has the key, and returns the error with which the client comes again for its response. */
function takenOver(logger: Pick<Logger, 'warn'>, { user }: RequestSlot): ServiceError {
  logger.warn(
    { user },
    'Another request has taken over the Idempotency-Key of a request that was still running',
  )
  return keyIsBusy()
}

/** The error for a client whose request another one with the same key runs. */
export const keyIsBusy = (): ServiceError =>
  new ServiceError('idempotency_busy', {}, { headers: { 'Retry-After': '1' } })

const place = `"user" = $1 AND "request" = $2 AND "key" = $3`
const isOwn = `"claim" = $4`
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

/**
 * Stores the response of the request with this hash; nothing if the key was deleted, because the data of the scenario
 * was replaced or the key has expired.
 * @throws `idempotency_busy` if another request has taken the key over: the response of that one counts
 */
export async function keepAnswer(
  database: ControlDatabase,
  slot: ClaimedSlot,
  {
    hash,
    answer,
    logger,
  }: { readonly hash: string; readonly answer: KeptAnswer; readonly logger: Pick<Logger, 'warn'> },
): Promise<void> {
  const { status, headers, body } = answer
  const { rowCount } = await database.query({
    text: `UPDATE control."idempotency" SET "request_hash" = $5, "status" = $6, "headers" = $7, "body" = $8
      WHERE ${place} AND ${isOwn}`,
    values: [...placeOf(slot), slot.claim, hash, status, JSON.stringify(headers), body ?? null],
  })
  if (rowCount === 0 && (await readFirstAnswer(database, slot)) !== undefined) throw takenOver(logger, slot)
}

/** Frees the key of a request without a response, unless another request has taken it over. */
export async function releaseSlot(database: ControlDatabase, slot: ClaimedSlot): Promise<void> {
  await database.query({
    text: `DELETE FROM control."idempotency" WHERE ${place} AND ${isOwn} AND "status" IS NULL`,
    values: [...placeOf(slot), slot.claim],
  })
}
