import { expect, test } from 'vitest'
import { openConnections, requestHead } from '../../test/support/attacks/connections.ts'
import { exchangeBytes } from '../../test/support/raw-http.ts'
import { startTestServer } from '../../test/support/server.ts'
import { until } from '../../test/support/wait.ts'

test('requests in a row are answered in order, one after the other', async () => {
  await using server = await startTestServer()
  const paths = ['/livez', '/nothing/', '/livez', '/readyz']
  const heads = paths.map((path) => requestHead('GET', path)).join('')
  const last = requestHead('GET', '/livez', { Connection: 'close' })
  const text = await exchangeBytes(server.url, heads + last)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 404, 200, 200, 200].map((code) => `HTTP/1.1 ${code}`))
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
