/**
 * Tests that no event is lost or sent twice while many clients write, transactions commit in another order than they
 * started, and servers are killed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { writeInTransaction } from '../../src/data/write/write-in-transaction.ts'
import { requireEntity } from '../../src/model/model.ts'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { goodPassword } from '../support/good-password.ts'
import { buildWrite, type JsonRecord, rowsOf } from '../support/records.ts'
import { scale } from '../support/scale.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { buildUser } from '../support/users.ts'

const writers = 20
const kills = scale({ short: 1, full: 3 })

/** Returns a generator of numbers from 0 up to a limit, the same in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % limit
  }
}

/** Writes until it is stopped: transactions of all durations, every fifth of which is rolled back. */
async function writeOn(context: DataContext, writer: number, stop: AbortSignal): Promise<void> {
  const random = createRandom(writer + 1)
  const customer = requireEntity(context.model, 'input.customer')
  for (let index = 0; !stop.aborted; index += 1) {
    const rolledBack = random(5) === 0
    const run = writeInTransaction(context, { dryRun: false, attempts: 1 }, async ({ write }) => {
      await write(customer, buildWrite([{ name: `customer ${writer} ${index}` }]))
      await delay(random(60))
      if (rolledBack) throw new Error('rolled back')
    })
    await run.catch((error: unknown) => {
      if (!rolledBack) throw error
    })
    await delay(random(20))
  }
}

/** Reads events from a cursor until the server is gone. Calls back with each event. */
async function readOn(
  { url }: ServerProcess,
  cursor: string,
  signal: AbortSignal,
  onEvent: (event: JsonRecord) => void,
): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from(`admin:${goodPassword}`).toString('base64')}` }
  const answer = await fetch(`${url}/api/events/?follow=1&kinds=changeset&since=${cursor}`, {
    headers,
    signal,
  })
  expect(answer.status).toBe(200)
  let rest = ''
  for await (const chunk of answer.body!) {
    const lines = (rest + Buffer.from(chunk).toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onEvent(JSON.parse(line))
  }
}

it('tells each change set once, whatever happens', { timeout: 120_000 }, async () => {
  await using test = await createTestDatabase({ poolSize: writers + 4 })
  const { database } = test
  await buildUser(database, { username: 'admin', rights: { default: 'superuser' } })
  const context = createTestContext(database)
  const stop = new AbortController()
  const told: number[] = []
  let cursor = ''
  const random = createRandom(7)
  let writing: Promise<unknown> = Promise.resolve()
  for (let life = 0; life <= kills; life += 1) {
    await using server = await startServerProcess({ databaseUrl: test.url })
    if (cursor === '') {
      const first = await server.request('GET', '/api/events/?since=now')
      cursor = String(Object(JSON.parse(first.text)).cursor)
      writing = Promise.all(
        Array.from({ length: writers }, (_, writer) => writeOn(context, writer, stop.signal)),
      )
    }
    const gone = new AbortController()
    const reading = readOn(server, cursor, gone.signal, (event) => {
      if (event['kind'] === 'changeset') told.push(Number(event['changeset']))
      cursor = String(event['cursor'])
    }).catch(() => undefined)
    await delay(500 + random(1_500))
    await server.end('SIGKILL')
    gone.abort()
    await reading
  }
  stop.abort()
  await writing
  await using server = await startServerProcess({ databaseUrl: test.url })
  const last = await server.request('GET', `/api/events/?kinds=changeset&since=${cursor}`)
  for (const line of last.text.split('\n').filter((text) => text !== '')) {
    const event: JsonRecord = JSON.parse(line)
    if (event['kind'] === 'changeset') told.push(Number(event['changeset']))
  }
  const stored = await rowsOf(context, 'changeset', '"id"')
  expect(stored.length).toBeGreaterThan(scale({ short: 100, full: 500 }))
  expect(told.length).toBe(new Set(told).size)
  expect(told.toSorted((one, other) => one - other)).toEqual(stored.map(({ id }) => id))
  // The numbers of change sets are not in the order of their commits: a reader by number would have lost some.
  expect(told.some((id, index) => index > 0 && id < told[index - 1]!)).toBe(true)
})
