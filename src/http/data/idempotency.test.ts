import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { lockWaits } from '../../../test/support/lock-waits.ts'
import { until } from '../../../test/support/wait.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { claimSlot, holdingSlot } from '../../service/request-slots.ts'

let server: TestServer
const demands = '/api/input/demand/'

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser({ username: 'other', rights: { default: 'superuser' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const post = (key: string, body: unknown, as = 'admin') =>
  server.request('POST', demands, { body, as, headers: { 'idempotency-key': key } })

/** Sends records with one per line and the key `k8`. */
const lines = (...records: readonly unknown[]) =>
  server.request('POST', demands, {
    body: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    headers: { 'idempotency-key': 'k8', 'content-type': 'application/x-ndjson' },
  })

const changeSets = async (): Promise<number> => {
  const { rows } = await server.database.query<{ n: number }>({
    text: `SELECT count(*)::int AS n FROM "default".changeset`,
  })
  return rows[0]!.n
}

describe('a POST with an Idempotency-Key', () => {
  it('refuses another request with the same key, and a key without end', async () => {
    expect(await post('k1', { name: 'a', quantity: 1 })).toMatchObject({ status: 201 })
    expect(await post('k1', { name: 'a', quantity: 2 })).toMatchObject({ status: 422 })
    expect(await post('k'.repeat(300), {})).toMatchObject({ status: 400 })
  })

  it.each([{ prefer: 'return=minimal' }, { 'if-none-match': '*' }, { 'if-match': '"x"' }])(
    'refuses the same body with other instructions: %j',
    async (instructions) => {
      const key = `with ${Object.keys(instructions).join()}`
      const send = (headers: Readonly<Record<string, string>>) =>
        server.request('POST', demands, {
          body: { name: key },
          headers: { 'idempotency-key': key, ...headers },
        })
      expect(await send({})).toMatchObject({ status: 201 })
      expect(await send(instructions)).toMatchObject({ status: 422 })
      expect((await send({})).headers.get('idempotency-replayed')).toBe('true')
    },
  )

  it('keeps no response with the secret of a new API key', async () => {
    const create = () =>
      server.request('POST', '/api/common/apikey/', {
        body: { name: 'secret', expiry_date: '2099-01-01' },
        headers: { 'idempotency-key': 'k12' },
      })
    const first = await create()
    const { key } = Object(first.json)
    expect([first.status, key]).toEqual([201, expect.stringMatching(/.{20}/)])
    const second = await create()
    expect(second.headers.has('idempotency-replayed')).toBe(false)
    expect(second.text).not.toContain(key)
    const { rows } = await server.database.query({
      text: `SELECT * FROM control."idempotency" WHERE "key" = 'k12'`,
    })
    expect(rows).toEqual([])
  })

  it('takes effect once and repeats its answer', async () => {
    const first = await post('k2', [{ name: 'b', quantity: 1 }])
    await server.request('PATCH', `${demands}b/`, { body: { quantity: 5 } })
    const before = await changeSets()
    const second = await post('k2', [{ name: 'b', quantity: 1 }])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect([second.status, second.text]).toEqual([201, first.text])
    expect(second.headers.get('content-type')).toBe('application/json')
    expect(await changeSets()).toBe(before)
  })

  it('belongs to its user', async () => {
    await post('k3', { name: 'c' })
    const other = await post('k3', { name: 'd' }, 'other')
    expect(other).toMatchObject({ status: 201, json: { name: 'd' } })
  })

  it('may be repaired when it was refused', async () => {
    expect(await post('k4', { quantity: 1 })).toMatchObject({ status: 400 })
    expect(await post('k4', { name: 'e' })).toMatchObject({ status: 201 })
  })

  it('is refused while the first one runs, and free again when that one died long ago', async () => {
    await post('k5', { name: 'f' })
    const asRunning = `UPDATE control."idempotency" SET "status" = NULL, "created" = now() - $1::interval WHERE "key" = 'k5'`
    await server.database.query({ text: asRunning, values: ['1 minute'] })
    const busy = await post('k5', { name: 'f' })
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([409, '1'])
    await server.database.query({ text: asRunning, values: ['1 hour'] })
    expect(await post('k5', { name: 'f' })).toMatchObject({ status: 201 })
  })

  it('keeps its key while it runs, however long that takes', async () => {
    const { rows } = await server.database.query<{ id: number }>({
      text: 'SELECT max("id")::int AS id FROM control."user"',
    })
    const slot = { user: rows[0]!.id, scenario: 'default', request: 'POST /long', key: 'k7' }
    const claim = () => claimSlot(server.database, slot, '', 24)
    const claimed = await claim()
    const age = `UPDATE control."idempotency" SET "created" = now() - interval '1 hour' WHERE "key" = 'k7'`
    await holdingSlot(
      server.database,
      claimed!,
      async () => {
        await server.database.query({ text: age })
        await until('the key is renewed', async () => {
          const fresh = await server.database.query({
            text: `SELECT FROM control."idempotency" WHERE "key" = 'k7' AND "created" > now() - interval '1 minute'`,
          })
          return fresh.rows.length === 1 || undefined
        })
        expect(await claim()).toBeUndefined()
      },
      { logger: { warn: () => undefined }, everyMs: 20 },
    )
    await server.database.query({ text: age })
    expect(await claim()).toMatchObject(slot)
  })

  it('runs on when its key was deleted as expired, because nobody else has it', async () => {
    const claimed = await claimSlot(
      server.database,
      { user: 1, scenario: 'default', request: 'POST /long', key: 'k8' },
      '',
      24,
    )
    const ran = await holdingSlot(
      server.database,
      claimed!,
      async (signal) => {
        await server.database.query({ text: `DELETE FROM control."idempotency" WHERE "key" = 'k8'` })
        await delay(200)
        return signal.aborted
      },
      { logger: { warn: () => undefined }, everyMs: 20 },
    )
    expect(ran).toBe(false)
  })

  it('logs when its key cannot be renewed, and keeps it when that is possible again', async () => {
    const claimed = await claimSlot(
      server.database,
      { user: 1, scenario: 'default', request: 'POST /long', key: 'k9' },
      '',
      24,
    )
    const rename = (from: string, to: string) =>
      server.database.query({ text: `ALTER TABLE control."${from}" RENAME TO "${to}"` })
    const lines: unknown[] = []
    const logged = Promise.withResolvers<void>()
    const logger = {
      warn: (details: object, text?: string) => {
        lines.push({ ...details, text })
        logged.resolve()
      },
    }
    await rename('idempotency', 'elsewhere')
    const ran = await holdingSlot(
      server.database,
      claimed!,
      async () => {
        await logged.promise
        await rename('elsewhere', 'idempotency')
        return 'ran'
      },
      { logger, everyMs: 20 },
    )
    expect(ran).toBe('ran')
    expect(lines[0]).toEqual({
      err: expect.objectContaining({ message: expect.stringContaining('idempotency') }),
      user: 1,
      text: 'The Idempotency-Key of a request cannot be renewed at the moment',
    })
  })

  it('ends its work when another one has taken its key over', async () => {
    // Only the interval in which keys are renewed.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await server.database.withTransaction(async (client) => {
      await client.query('LOCK TABLE "default"."demand" IN SHARE MODE')
      const answer = post('k taken', { name: 'taken over' })
      await until('the request waits', async () => (await lockWaits(server.database)) > 0)
      await server.database.query({
        text: `UPDATE control."idempotency" SET "claim" = gen_random_uuid() WHERE "key" = 'k taken'`,
      })
      vi.advanceTimersByTime(60_000)
      await until('it waits no longer', async () => (await lockWaits(server.database)) === 0, 10_000)
      const { status, headers } = await answer
      expect([status, headers.get('retry-after')]).toEqual([409, '1'])
    })
    const { status } = await server.request('GET', `${demands}taken over/`)
    expect(status).toBe(404)
  })

  it('ends when another one has taken its key over, without a response of its own', async () => {
    const slot = { user: 1, scenario: 'default', request: 'POST /long', key: 'k10' }
    const first = await claimSlot(server.database, slot, '', 24)
    const age = `UPDATE control."idempotency" SET "created" = now() - interval '1 hour' WHERE "key" = 'k10'`
    await server.database.query({ text: age })
    expect(await claimSlot(server.database, slot, '', 24)).toBeDefined()
    const lines: unknown[] = []
    const ended = holdingSlot(
      server.database,
      first!,
      (signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
      { logger: { warn: (_details: object, text?: string) => void lines.push(text) }, everyMs: 20 },
    )
    await expect(ended).rejects.toMatchObject({ code: 'idempotency_busy' })
    expect(lines).toEqual([
      'Another request has taken over the Idempotency-Key of a request that was still running',
    ])
  })

  it('whose key was taken over neither replaces the response of the other one nor frees the key', async () => {
    const taken = `UPDATE control."idempotency" SET "claim" = gen_random_uuid() WHERE "key" = 'k11' RETURNING "claim"`
    const { answer, claim } = await server.database.withTransaction(async (client) => {
      await client.query('LOCK TABLE "default".demand IN ACCESS EXCLUSIVE MODE')
      const sent = post('k11', { name: 'taken over', quantity: 1 })
      const other = await until('the key is claimed', async () => {
        const { rows } = await server.database.query<{ claim: string }>({ text: taken })
        return rows[0]?.claim
      })
      return { answer: sent, claim: other }
    })
    const { status, headers } = await answer
    expect([status, headers.get('retry-after')]).toEqual([409, '1'])
    const { rows } = await server.database.query({
      text: `SELECT "claim", "status" FROM control."idempotency" WHERE "key" = 'k11'`,
    })
    expect(rows).toEqual([{ claim, status: null }])
  })

  it('runs once when it is sent many times at once', async () => {
    const before = await changeSets()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('k6', { name: 'g', quantity: 1 })),
    )
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(
      answers.filter(({ headers, status }) => status === 201 && !headers.has('idempotency-replayed')),
    ).toHaveLength(1)
    expect(await changeSets()).toBe(before + 1)
  })

  it('compares records that arrive line by line', async () => {
    const first = await lines({ name: 'i', quantity: 1 }, { name: 'j', quantity: 1 })
    const second = await lines({ name: 'i', quantity: 1 }, { name: 'j', quantity: 1 })
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect([second.status, second.text]).toEqual([201, first.text])
    for (const others of [[{ name: 'k' }], [{ name: 'i', quantity: 1 }], []])
      expect(await lines(...others)).toMatchObject({ status: 422 })
  })

  it('is refused without the right to add records before its body is read', async () => {
    await server.addUser({ username: 'viewer', rights: { default: ['input.view_demand'] } })
    expect(await post('k9', '{"half', 'viewer')).toMatchObject({ status: 403 })
  })

  it('is forgotten after its time', async () => {
    await post('k7', { name: 'h' })
    await server.database.query({
      text: `UPDATE control."idempotency" SET "created" = now() - interval '25 hours'`,
    })
    expect(await post('k7', { name: 'other' })).toMatchObject({ status: 201, json: { name: 'other' } })
  })
})
