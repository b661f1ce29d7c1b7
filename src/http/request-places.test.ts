import { expect, test } from 'vitest'
import { sendRequest, startTestServer, type TestServer } from '../../test/support/server.ts'
import { goodPassword } from '../../test/support/users.ts'
import { until } from '../../test/support/wait.ts'

/** Few slots, so that a burst of requests exceeds them. */
const few = { maxRequests: 20, settings: { POOL_SIZE: '6' } }

const getAs = (server: TestServer, headers: Readonly<Record<string, string>>) =>
  sendRequest(server.url, 'GET', '/api/me/', { as: null, headers })

const invented = (index: number): Readonly<Record<string, string>> =>
  index % 2 === 0
    ? { cookie: `sessionid=${'x'.repeat(43)}${index}` }
    : { authorization: `Bearer plk_${String(index).padStart(43, 'y')}` }

/** Returns the cookies of one session for each of `count` users; no request has used them so far. */
async function openSessions(server: TestServer, count: number): Promise<readonly string[]> {
  const cookies: string[] = []
  for (let opened = 0; opened < count; opened += 1) {
    const username = `user ${opened}`
    await server.addUser({ username, rights: { default: ['input.view_item'] } })
    const login = { name: username, password: goodPassword, address: '127.0.0.1', secure: false }
    const { cookies: given } = await server.service.auth.login(login)
    cookies.push(given.map(({ name, value }) => `${name}=${value}`).join('; '))
  }
  return cookies
}

test('requests with invented credentials leave the places to users who are known', async () => {
  await using server = await startTestServer(few)
  expect((await server.request('GET', '/api/me/')).status).toBe(200)
  const gate = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = server.database.withTransaction(async (client) => {
    await client.query('LOCK TABLE control."session", control."apikey" IN ACCESS EXCLUSIVE MODE')
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  const attack = Array.from({ length: 60 }, (_, index) => getAs(server, invented(index)))
  await until('lookups wait for the table', async () => {
    const { rows } = await server.database.query<{ count: number }>({
      text: `SELECT count(*)::int AS "count" FROM pg_locks WHERE NOT "granted"`,
    })
    return (rows[0]?.count ?? 0) > 0
  })
  const others = await Promise.all([1, 2, 3].map(() => server.request('GET', '/api/input/item/')))
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  gate.resolve()
  await holding
  expect(new Set((await Promise.all(attack)).map(({ status }) => status))).toEqual(new Set([401]))
})

test('a burst of users whom the process does not know yet is answered, though they share an address', async () => {
  await using server = await startTestServer(few)
  const cookies = await openSessions(server, 15)
  server.service.auth.access.invalidateAll()
  const answers = await Promise.all(cookies.map((cookie) => getAs(server, { cookie })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
