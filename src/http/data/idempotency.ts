/**
 * `Idempotency-Key`: a client that does not know whether its POST arrived sends it again with the same key and gets
 * the first response, without a second change.
 *
 * Only responses of successful requests are stored; a rejected request can be corrected and sent again. A process
 * that crashed leaves a key without a response, which is released after some time: repeating a POST is harmless then,
 * because it updates the records that it created.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ControlDatabase } from '../../database/database.ts'
import {
  claimSlot,
  keepAnswer,
  readFirstAnswer,
  releaseSlot,
  type RequestSlot,
} from '../../service/request-slots.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Answer } from '../answer.ts'
import type { Body } from '../body/read-body.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import type { DataCall, DataHandler } from './data-call.ts'

/** Runs a handler at most once per key and request; without a key, runs it always. */
export async function withIdempotency(call: DataCall, handler: DataHandler): Promise<Answer> {
  // The response to a new API key contains its secret, which must not be stored.
  if (call.entity.name === 'common.apikey') return handler(call)
  const key = idempotencyKeyOf(call.exchange.request.headers)
  if (key === undefined) return handler(call)
  const { service, request } = call.exchange
  const slot: RequestSlot = {
    user: call.principal.userId,
    request: `${call.method} ${request.url}`.slice(0, 2_000),
    key,
  }
  const body = await call.body()
  const hash = await fingerprint(call, body)
  const hours = service.settings.IDEMPOTENCY_HOURS
  if (!(await claimSlot(service.control, slot, hash, hours))) return replay(service.control, slot, hash)
  try {
    const answer = await whole(await handler({ ...call, body: () => Promise.resolve(body) }))
    await keepAnswer(service.control, slot, answer)
    return answer
  } catch (error) {
    await releaseSlot(service.control, slot)
    throw error
  }
}

/**
 * Returns the hash by which two requests are compared. Bodies with one record per line are not included, because they
 * are still arriving.
 */
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

async function replay(database: ControlDatabase, slot: RequestSlot, hash: string): Promise<Answer> {
  const first = await readFirstAnswer(database, slot)
  if (first !== undefined && first.hash !== hash) throw new ServiceError('idempotency_mismatch')
  if (first === undefined || first.status === null) {
    throw new ServiceError('idempotency_busy', {}, { headers: { 'Retry-After': '1' } })
  }
  return {
    status: first.status,
    headers: { ...first.headers, 'idempotency-replayed': 'true' },
    ...(first.body === null ? {} : { body: first.body }),
  }
}

/** Returns the response with its body as bytes. */
async function whole(answer: Answer): Promise<Answer> {
  const { body } = answer
  if (body === undefined || Buffer.isBuffer(body)) return answer
  return { ...answer, body: typeof body === 'string' ? Buffer.from(body) : await buffer(body) }
}
