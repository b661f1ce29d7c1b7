/** Tests clients that disconnect in the middle of a response, a request or a wait. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { detail } from '../support/detail.ts'
import { runningStatements } from '../support/traces.ts'
import { goodPassword } from '../support/users.ts'
import { until } from '../support/wait.ts'

let server: ApiServer
/** Number of connections that the server keeps to listen for changes. */
let listening: number

const inUse = (): number => server.database.pool.totalCount - server.database.pool.idleCount

beforeAll(async () => {
  server = await startApiServer()
  listening = inUse()
  // Far more than fits into the buffers between the server and a client that does not read.
  await server.database.query({
    text: `INSERT INTO "default"."demand" ("name", "quantity", "description")
      SELECT 'order ' || i, i, repeat('x', 200) FROM generate_series(1, 200000) i`,
  })
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const authorization = encodeBasic({ name: 'superuser', password: goodPassword })

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  return socket
}

const head = (method: string, path: string, ...headers: readonly string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: test', `Authorization: ${authorization}`, ...headers, '', ''].join(
    '\r\n',
  )

const reading = async (): Promise<boolean> =>
  (await runningStatements(server.database)).some((query) => query.includes('"demand"'))

/** Waits until all connections are back in the pool and no statement runs without a client. */
async function quiet(): Promise<void> {
  const { pool } = server.database
  await until('the query to end', async () => !(await reading()))
  await until('the connections to come back', () => inUse() === listening && pool.waitingCount === 0)
}

describe('a client that leaves', () => {
  it.each([
    ['a list in JSON', '/api/input/demand/'],
    ['a list in CSV', '/api/input/demand/?format=csv'],
    ['a sorted list', '/api/input/demand/?ordering=-quantity'],
  ])('in the middle of %s has its query ended', async (_what, path) => {
    const socket = await open()
    socket.write(head('GET', path))
    await once(socket, 'data')
    socket.pause()
    await until('the query to run', reading)
    socket.destroy()
    await expect(quiet()).resolves.toBeUndefined()
  })

  it('before the first byte of a slow answer has its query ended', async () => {
    const socket = await open()
    const slow =
      '/api/input/demand/?description__icontains=y&search=nothing%20of%20that%20kind&ordering=description'
    await server.database.query({ text: 'ALTER TABLE "default"."demand" RENAME TO "hidden"' })
    // A slow view replaces a large table.
    await server.database.query({
      text: `CREATE VIEW "default"."demand" AS SELECT h.* FROM "default"."hidden" h, (SELECT pg_sleep(60)) AS slow`,
    })
    try {
      socket.write(head('GET', slow))
      await until('the query to run', reading)
      socket.destroy()
      await expect(quiet()).resolves.toBeUndefined()
    } finally {
      await server.database.query({ text: 'DROP VIEW "default"."demand"' })
      await server.database.query({ text: 'ALTER TABLE "default"."hidden" RENAME TO "demand"' })
    }
  })

  it('in the middle of a body has stored nothing, however often', async () => {
    const records = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ name: `half ${index}` })))
    for (const type of ['application/json', 'application/x-ndjson']) {
      for (let round = 0; round < 5; round += 1) {
        const socket = await open()
        const length = `Content-Length: ${records.length}`
        socket.write(head('POST', '/api/input/demand/', `Content-Type: ${type}`, length))
        socket.write(
          type === 'application/json' ? records.slice(0, 200_000) : '{"name": "half"}\n'.repeat(5_000),
        )
        await until('the bytes to be sent', () => socket.writableLength === 0)
        socket.destroy()
      }
    }
    await quiet()
    expect(await server.api.list('/api/input/demand/?name__startswith=half')).toEqual([])
  })

  it('does no harm to those who stay', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, open))
    for (const socket of sockets) socket.write(head('GET', '/api/input/demand/'))
    await once(sockets[0]!, 'data')
    for (const socket of sockets) socket.destroy()
    expect((await server.api.get('/api/input/demand/order%207/')).status).toBe(200)
    await quiet()
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('and reads nothing does not hold its connection for ever', detail, async () => {
    const socket = await open()
    socket.pause()
    socket.write(head('GET', '/api/input/demand/'))
    await until('the query to run', reading)
    // Other clients are served meanwhile.
    expect((await server.api.get('/api/input/demand/?limit=1')).status).toBe(200)
    socket.destroy()
    await expect(quiet()).resolves.toBeUndefined()
  })
})
