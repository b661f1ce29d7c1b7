/**
 * `Idempotency-Key`: a client that does not know whether its POST arrived sends it again with the same key and gets
 * the first response, without a second change.
 *
 * Only responses of successful requests are stored; a rejected request can be corrected and sent again. A process
 * that crashed leaves a key without a response, which is released after some time. When the data of a scenario is
 * replaced, its keys are deleted.
 */
import { createHash, type Hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ControlDatabase } from '../../database/database.ts'
import {
  claimSlot,
  holdingSlot,
  keepAnswer,
  keyIsBusy,
  readFirstAnswer,
  releaseSlot,
  type RequestSlot,
} from '../../service/request-slots.ts'
import { authorize } from '../../auth/rights/policies.ts'
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
    scenario: call.target.scenario,
    request: `${call.method} ${request.url}`.slice(0, 2_000),
    key,
  }
  authorize(call.principal, call.target.scenario, call.entity, call.method)
  const { body, known, hash } = await fingerprint(call, await call.body())
  const hours = service.settings.IDEMPOTENCY_HOURS
  const claimed = await claimSlot(service.control, slot, known, hours)
  if (claimed === undefined) return replay(service.control, slot, { known, hash })
  const { logger } = service
  try {
    const answer = await holdingSlot(
      service.control,
      claimed,
      async (lost) => whole(await handler({ ...until(lost, call), body: () => Promise.resolve(body) })),
      { logger },
    )
    await keepAnswer(service.control, claimed, { hash: await hash(), answer, logger })
    return answer
  } catch (error) {
    await releaseSlot(service.control, claimed)
    throw error
  }
}

/** Returns the request, whose work the signal also ends. */
function until(signal: AbortSignal, call: DataCall): DataCall {
  const signals = [signal, ...(call.context.signal === undefined ? [] : [call.context.signal])]
  return { ...call, context: { ...call.context, signal: AbortSignal.any(signals) } }
}

interface Fingerprint {
  /** The body for the handler. */
  readonly body: Body
  /** The hash as far as it is known before the body is processed; it is empty for a body that is still arriving. */
  readonly known: string
  /** Returns the hash by which two requests are compared; reads what nobody has read of the body. */
  readonly hash: () => Promise<string>
}

async function fingerprint(call: DataCall, body: Body): Promise<Fingerprint> {
  const { headers } = call.exchange.request
  const sum = createHash('sha256').update(`${String(headers.prefer)} `)
  // Without conditions, the hash is that of earlier releases.
  for (const condition of ['if-match', 'if-none-match'] as const) {
    if (headers[condition] !== undefined) sum.update(`${condition} ${headers[condition]} `)
  }
  if (body.kind === 'lines') return fingerprintOfLines(body, sum)
  if (body.kind === 'records') {
    for (const slice of body.rows.slices) {
      sum.update(slice).update(',')
      await nextTurn()
    }
  } else sum.update(JSON.stringify(body))
  const known = sum.digest('base64url')
  return { body, known, hash: () => Promise.resolve(known) }
}

/** Hashes records with one per line when the handler reads them, because they are still arriving. */
function fingerprintOfLines(lines: Extract<Body, { readonly kind: 'lines' }>, sum: Hash): Fingerprint {
  const reading = hashed(lines.rows, sum)
  return {
    body: { ...lines, rows: reading },
    known: '',
    hash: async () => {
      while ((await reading.next()).done !== true);
      return sum.digest('base64url')
    },
  }
}

async function* hashed(rows: AsyncIterable<unknown>, sum: Hash): AsyncGenerator {
  for await (const row of rows) {
    sum.update(row instanceof ServiceError ? row.code : JSON.stringify(row)).update('\n')
    yield row
  }
}

async function replay(
  database: ControlDatabase,
  slot: RequestSlot,
  { known, hash }: Pick<Fingerprint, 'known' | 'hash'>,
): Promise<Answer> {
  const first = await readFirstAnswer(database, slot)
  // The hash of a body with one record per line is stored with the response.
  if (first !== undefined && (first.status === null ? first.hash !== known : first.hash !== (await hash())))
    throw new ServiceError('idempotency_mismatch')
  if (first === undefined || first.status === null) {
    throw keyIsBusy()
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
