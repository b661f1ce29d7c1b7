import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openConnections, requestHead } from '../../../test/support/attacks/connections.ts'
import { detail } from '../../../test/support/detail.ts'
import { startTestServer, type TestServer } from '../../../test/support/server.ts'
import { goodPassword } from '../../../test/support/users.ts'
import { encodeBasic } from '../../auth/credentials/basic-header.ts'

const items = 60_000
const perClient = 4
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ settings: { UNREAD_ANSWERS: String(perClient), POOL_SIZE: '5' } })
  await server.addUser({ username: 'ann', rights: { default: 'superuser' } })
  await addItems(server)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

async function addItems({ database }: TestServer): Promise<void> {
  await database.query({
    text: `INSERT INTO "default".item (name, description)
      SELECT 'item ' || n, repeat('some words ', 25) FROM generate_series(1, ${items}) n`,
  })
}

const linesWith = ({ log }: TestServer, words: string): readonly string[] =>
  log.filter((line) => line.includes(words))

const listBy = (name: string): string =>
  requestHead('GET', '/api/input/item/', {
    Authorization: encodeBasic({ name, password: goodPassword }),
  })

const queriesRunning = async (): Promise<number> => {
  const { rows } = await server.database.query<{ count: number }>({
    text: `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
      AND query LIKE '%"item"%' AND pid <> pg_backend_pid()`,
  })
  return rows[0]!.count
}

test('a client that pauses for some seconds gets all of a large list, and its query does not wait', async () => {
  const response = await fetch(`${server.url}/api/input/item/`, {
    headers: { authorization: encodeBasic({ name: 'admin', password: goodPassword }) },
  })
  const reader = response.body!.getReader()
  const first = await reader.read()
  await vi.waitFor(async () => expect(await queriesRunning()).toBe(0), 45_000)
  // A time for which a person or a program may stop reading.
  await delay(2_500)
  let text = Buffer.from(first.value ?? []).toString()
  const pieces: Uint8Array[] = []
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value)
  text += Buffer.concat(pieces).toString()
  expect(JSON.parse(text)).toHaveLength(items)
})

test('a client that leaves many answers unread loses the oldest, others lose none', async () => {
  await using mine = await openConnections(server.url, 1, { bytes: listBy('ann') })
  await using many = await openConnections(server.url, perClient + 3, { bytes: listBy('admin') })
  await vi.waitFor(() => expect(linesWith(server, 'too many unread')).toHaveLength(3), 30_000)
  const clients = new Set(
    linesWith(server, 'given up').map((line) => /"client":"user \d+ [^"]+"/.exec(line)?.[0]),
  )
  expect(clients).toEqual(new Set([expect.stringContaining('(admin)')]))
  expect([mine, many].map(({ sockets }) => sockets.length)).toEqual([1, perClient + 3])
})

test(
  'an answer that its client does not read is given up, and the log says whose it was',
  detail,
  async () => {
    await using strict = await startTestServer({ settings: { SLOW_READER_TIMEOUT: '2' } })
    await addItems(strict)
    await using slow = await openConnections(strict.url, 1, { bytes: listBy('admin') })
    await vi.waitFor(() => expect(linesWith(strict, 'reads too slowly')).toHaveLength(1), 30_000)
    expect(linesWith(strict, 'reads too slowly')[0]).toMatch(
      /"client":"user \d+ \([^)]+\)","route":"\/api\/:app\/:entity\/"/,
    )
    expect(slow.received(0)).toBe('')
  },
)
