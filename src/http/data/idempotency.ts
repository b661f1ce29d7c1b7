/**
 * `Idempotency-Key`: a client that does not know whether its POST arrived sends it again with the same key and
 * gets the first answer, instead of a second effect.
 *
 * Only answers of requests that took effect are kept; one that was refused may be repaired and sent again. A
 * process that died leaves a key without an answer, which is free again after a while: sending a POST again is
 * harmless then, since it updates what it created.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Answer, Headers } from '../answer.ts'
import type { Body } from '../body/read-body.ts'
import type { DataCall, DataHandler } from './data-call.ts'

interface Slot {
  readonly user: number
  readonly request: string
  readonly key: string
}

const longestKey = 255
/** Minutes after which a request without an answer counts as dead. */
const abandonedAfter = 10

/** Runs a handler at most once per key and request; without a key it just runs. */
export async function withIdempotency(call: DataCall, handler: DataHandler): Promise<Answer> {
  const header = call.exchange.request.headers['idempotency-key']
  const key = Array.isArray(header) ? header[0] : header
  // The answer to a new API key holds its secret, which is kept nowhere.
  if (key === undefined || key === '' || call.entity.name === 'common.apikey') return handler(call)
  if (key.length > longestKey) {
    throw new ServiceError('bad_request', {
      reason: `Idempotency-Key is longer than ${longestKey} characters.`,
    })
  }
  const { service, request } = call.exchange
  const slot: Slot = {
    user: call.principal.userId,
    request: `${call.method} ${request.url}`.slice(0, 2_000),
    key,
  }
  const body = await call.body()
  const hash = await fingerprint(call, body)
  const hours = service.settings.IDEMPOTENCY_HOURS
  if (!(await claim(service.database, slot, hash, hours))) return replay(service.database, slot, hash)
  try {
    const answer = await whole(await handler({ ...call, body: () => Promise.resolve(body) }))
    await keep(service.database, slot, answer)
    return answer
  } catch (error) {
    await release(service.database, slot)
    throw error
  }
}

/** What makes two requests the same. Records that arrive one by one cannot be compared beforehand. */
async function fingerprint(call: DataCall, body: Body): Promise<string> {
  const { prefer } = call.exchange.request.headers
  const hash = createHash('sha256').update(`${String(prefer)} `)
  if (body.kind === 'records') {
    for (const slice of body.rows.slices) {
      hash.update(slice).update(',')
      await nextTurn()
    }
  } else hash.update(body.kind === 'lines' ? 'lines' : JSON.stringify(body))
  return hash.digest('base64url')
}

/** Whether the key is now ours: it is new, has run out, or its first request has died. */
async function claim(database: Database, slot: Slot, hash: string, hours: number): Promise<boolean> {
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

const place = `"user" = $1 AND "request" = $2 AND "key" = $3`
const placeOf = ({ user, request, key }: Slot): readonly unknown[] => [user, request, key]

async function replay(database: Database, slot: Slot, hash: string): Promise<Answer> {
  const { rows } = await database.query<{
    request_hash: string
    status: number | null
    headers: string
    body: Buffer | null
  }>({
    text: `SELECT "request_hash", "status", "headers"::text AS "headers", "body"
      FROM control."idempotency" WHERE ${place}`,
    values: placeOf(slot),
  })
  const first = rows[0]
  if (first !== undefined && first.request_hash !== hash) throw new ServiceError('idempotency_mismatch')
  if (first === undefined || first.status === null) {
    throw new ServiceError('idempotency_busy', {}, { headers: { 'Retry-After': '1' } })
  }
  const headers: Headers = JSON.parse(first.headers)
  return {
    status: first.status,
    headers: { ...headers, 'idempotency-replayed': 'true' },
    ...(first.body === null ? {} : { body: first.body }),
  }
}

/** The answer with its body as bytes. */
async function whole(answer: Answer): Promise<Answer> {
  const { body } = answer
  if (body === undefined || Buffer.isBuffer(body)) return answer
  return { ...answer, body: typeof body === 'string' ? Buffer.from(body) : await buffer(body) }
}

async function keep(database: Database, slot: Slot, { status, headers, body }: Answer): Promise<void> {
  await database.query({
    text: `UPDATE control."idempotency" SET "status" = $4, "headers" = $5, "body" = $6 WHERE ${place}`,
    values: [...placeOf(slot), status, JSON.stringify(headers), body ?? null],
  })
}

async function release(database: Database, slot: Slot): Promise<void> {
  await database.query({
    text: `DELETE FROM control."idempotency" WHERE ${place} AND "status" IS NULL`,
    values: placeOf(slot),
  })
}
