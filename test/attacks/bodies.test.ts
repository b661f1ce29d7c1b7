import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Attack,
  type AttackedService,
  startAttackedService,
} from '../support/attacks/attacked-service.ts'
import { openConnections, requestHead } from '../support/attacks/connections.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { detail } from '../support/detail.ts'
import { scale } from '../support/scale.ts'

let service: AttackedService

beforeAll(async () => {
  service = await startAttackedService({ accounts: ['other'] })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const items = '/api/input/item/'
const json = { 'Content-Type': 'application/json' }
// More than the maximum number of concurrent requests.
const count = scale({ short: 550, full: 2_000 })

/** Opens connections that send the head of a request, a part of its body, and then one byte per second. */
function trickle(head: string, begin: string | Uint8Array, connections: number): Attack {
  return async (signal) => {
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from(begin)])
    const opened = await openConnections(service.url, connections, { bytes, reads: true })
    const timer = setInterval(() => {
      for (const socket of opened.sockets) if (socket.writable) socket.write(' ')
    }, 1_000)
    signal.addEventListener('abort', () => clearInterval(timer))
    return opened
  }
}

/**
 * Pause between two requests of a client, in milliseconds: without it, the test would measure the speed of the
 * machine.
 */
const pauseMs = 100

/** Starts clients that send a request repeatedly, each some time after the previous response. */
function repeat(clients: number, path: string, request: RequestInit): Attack {
  return (signal) => {
    const loop = async (): Promise<void> => {
      while (!signal.aborted) {
        const answer = await fetch(service.url + path, { method: 'POST', ...request })
        await answer.arrayBuffer()
        await delay(pauseMs)
      }
    }
    const running = Array.from({ length: clients }, loop)
    return Promise.resolve({
      [Symbol.asyncDispose]: async () => {
        await Promise.all(running)
      },
    })
  }
}

const authorized = (): Readonly<Record<string, string>> => ({ Authorization: service.authorization() })

/** Paths that take a body before sign-in; they read it in the same way. */
const anonymousPaths = scale({ short: ['/login/'], full: ['/login/', '/api/setup/', '/api/reset/x/'] })

test.each(anonymousPaths)('slow bodies before sign-in to %s', async (path) => {
  const head = requestHead('POST', path, { ...json, 'Content-Length': '10000' })
  expectUnaffected(`slow bodies to ${path}`, await service.measure(trickle(head, '{', count)))
})

test('slow bodies of a signed-in user', async () => {
  const head = requestHead('POST', items, { ...json, ...authorized(), 'Content-Length': '10000' })
  expectUnaffected('slow bodies of a user', await service.measure(trickle(head, '[', count)))
})

test('slow uploads of a signed-in user', async () => {
  const head = requestHead('POST', '/execute/uploadtofolder/0/', {
    ...authorized(),
    'Content-Type': 'multipart/form-data; boundary=edge',
    'Content-Length': '100000',
  })
  const begin = '--edge\r\nContent-Disposition: form-data; name="a.csv"; filename="a.csv"\r\n\r\nname\r\n'
  expectUnaffected('slow uploads', await service.measure(trickle(head, begin, 200)))
})

test('slow lines of a signed-in user', detail, async () => {
  const head = requestHead('POST', items, {
    ...authorized(),
    'Content-Type': 'application/x-ndjson',
    'Content-Length': '100000000',
  })
  // More than is read before any line is processed.
  const begin = Buffer.from('{"name":"line"}\n'.repeat(80_000))
  expectUnaffected('slow lines', await service.measure(trickle(head, begin, scale({ short: 6, full: 12 }))))
})

test('a body that fills the memory of bodies and then trickles', async () => {
  const head = requestHead('POST', items, { ...json, ...authorized(), 'Content-Length': '268000000' })
  const begin = Buffer.alloc(scale({ short: 130, full: 250 }) * 2 ** 20, '{"name":"filler"},'.repeat(1_000))
  begin[0] = 0x5b
  begin[1] = 0x7b
  begin.write('[{"name":"first"},')
  expectUnaffected('memory of bodies', await service.measure(trickle(head, begin, 2)))
})

test.each(scale({ short: ['/login/'], full: ['/login/', '/api/me/', '/api/inbox/read/', items] }))(
  'bodies of millions of values to %s',
  async (path) => {
    const bomb = new Uint8Array(gzipSync(`[${'{},'.repeat(5_500_000)}{}]`))
    const anonymous = path === '/login/'
    const headers = { ...json, 'Content-Encoding': 'gzip', ...(anonymous ? {} : authorized()) }
    const method = path === '/api/me/' ? 'PATCH' : 'POST'
    const report = await service.measure(repeat(2, path, { method, headers, body: bomb }))
    expectUnaffected(`bodies of millions of values to ${path}`, report)
    expect(report.usage?.rssBytes ?? 0).toBeLessThan(700 * 2 ** 20)
  },
)

const record = (index: number, padding: number): unknown => ({
  name: `bulk ${index}`,
  description: 'x'.repeat(padding),
})

test('bodies of 100,000 records and of 50 MB', async () => {
  for (const padding of scale({ short: [450], full: [50, 450] })) {
    // The last record is invalid: all records are read and checked, and none is stored.
    const records = Array.from({ length: 100_000 }, (_, index) => record(index, padding))
    const body = JSON.stringify([...records, {}])
    const headers = { ...json, Authorization: service.authorization('other') }
    const report = await service.measure(repeat(1, items, { headers, body }))
    expectUnaffected(`bodies of ${(body.length / 1e6).toFixed(0)} MB`, report)
  }
  expect(service.server.child.exitCode).toBeNull()
})
