import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createConnectionTurns } from './connection-turns.ts'
import { encodeBasic } from '../auth/credentials/basic-header.ts'
import { openConnections, requestHead } from '../../test/support/attacks/connections.ts'
import { exchangeBytes } from '../../test/support/raw-http.ts'
import { startTestServer } from '../../test/support/server.ts'
import { startTaskServer } from '../../test/support/task-server.ts'
import { goodPassword } from '../../test/support/users.ts'
import { until } from '../../test/support/wait.ts'

test('requests in a row are answered in order, one after the other', async () => {
  await using server = await startTestServer()
  const paths = ['/livez', '/nothing/', '/livez', '/readyz']
  const heads = paths.map((path) => requestHead('GET', path)).join('')
  const last = requestHead('GET', '/livez', { Connection: 'close' })
  const text = await exchangeBytes(server.url, heads + last)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 404, 200, 200, 200].map((code) => `HTTP/1.1 ${code}`))
})

test('as many as twenty may wait behind the first', async () => {
  await using server = await startTestServer()
  const heads = requestHead('GET', '/livez').repeat(20)
  const last = requestHead('GET', '/livez', { Connection: 'close' })
  const text = await exchangeBytes(server.url, heads + last)
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(21)
})

test.each([
  ['headers', requestHead('GET', '/', { 'X-Large': 'a'.repeat(50_000) })],
  ['bodies', requestHead('POST', '/', { 'Content-Length': '50000' }) + 'a'.repeat(50_000)],
])('a connection whose waiting requests have large %s is ended', async (_, large) => {
  const turns = createConnectionTurns()
  let begun = 0
  // The first request never gets a response.
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    request.resume()
    void Promise.resolve(turns.turnOf(request, response)).then(() => (begun += 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const url = `http://127.0.0.1:${address.port}`
  await using few = await openConnections(url, 1, { bytes: large.repeat(5), reads: true })
  await using many = await openConnections(url, 1, { bytes: large.repeat(10), reads: true })
  await until('the connection is ended', () => many.open() === 0)
  expect([few.open(), begun > 0]).toEqual([1, true])
  server.closeAllConnections()
  server.close()
})

test('a connection with a request behind a stream of events is ended, whichever came first', async () => {
  await using server = await startTaskServer()
  const authorization = encodeBasic({ name: 'admin', password: goodPassword })
  const events = requestHead('GET', '/execute/api/events/', { Authorization: authorization })
  const next = requestHead('GET', '/livez')
  await using both = await openConnections(server.address, 1, { bytes: events + next, reads: true })
  await until('the connection is ended', () => both.open() === 0)
  await using stream = await openConnections(server.address, 1, { bytes: events, reads: true })
  await until('the stream has begun', () => stream.received(0).includes('text/event-stream'))
  stream.sockets[0]?.write(next)
  await until('the connection is ended', () => stream.open() === 0)
  expect(stream.received(0)).not.toContain('"status"')
})

test('a connection that sends hundreds at once is ended, others go on', async () => {
  await using server = await startTestServer()
  await using flood = await openConnections(server.url, 1, {
    bytes: requestHead('GET', '/readyz').repeat(2_000),
    reads: true,
  })
  await until('the connection is ended', () => flood.open() === 0)
  expect((await server.request('GET', '/livez')).status).toBe(200)
})
