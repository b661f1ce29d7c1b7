import { expect, test } from 'vitest'
import { openConnections, requestHead } from '../../test/support/attacks/connections.ts'
import { startTestServer } from '../../test/support/server.ts'
import { until } from '../../test/support/wait.ts'

test('one connection more than the limit ends the one that has been idle longest', async () => {
  await using server = await startTestServer({ settings: { MAX_CONNECTIONS: '10' } })
  await using first = await openConnections(server.url, 1)
  await using kept = await openConnections(server.url, 5, {
    bytes: requestHead('GET', '/livez'),
    reads: true,
  })
  await until('they are answered', () => [0, 1, 2, 3, 4].every((index) => kept.received(index) !== ''))
  await using slow = await openConnections(server.url, 4, { bytes: 'GET /livez HTTP/1.1\r\nX-' })
  expect([first.open(), kept.open(), slow.open()]).toEqual([1, 5, 4])
  await using next = await openConnections(server.url, 1, {
    bytes: requestHead('GET', '/livez'),
    reads: true,
  })
  await until('the new one is answered', () => next.received(0).includes('200 OK'))
  await until('the first one is ended', () => first.open() === 0)
  expect([kept.open(), slow.open(), next.open()]).toEqual([5, 4, 1])
  for (let count = 0; count < 20; count += 1) expect((await server.request('GET', '/livez')).status).toBe(200)
})

test('a connection is closed at once when all others are busy', async () => {
  await using server = await startTestServer({ settings: { MAX_CONNECTIONS: '10' } })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '100', Expect: '100-continue' }
  const head = requestHead('POST', '/login/', headers)
  await using busy = await openConnections(server.url, 10, { bytes: head, reads: true })
  const indices = [...busy.sockets.keys()]
  await until('all bodies are awaited', () =>
    indices.every((index) => busy.received(index).includes(' 100 ')),
  )
  await using next = await openConnections(server.url, 1, { reads: true })
  await until('it is closed', () => next.open() === 0)
  expect(busy.open()).toBe(10)
})
