import { beforeAll, afterAll, expect, test } from 'vitest'
import { type AttackedService, startAttackedService } from '../support/attacks/attacked-service.ts'
import { openConnections, requestHead } from '../support/attacks/connections.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { detail } from '../support/detail.ts'
import { scale } from '../support/scale.ts'

let service: AttackedService

beforeAll(async () => {
  service = await startAttackedService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const count = scale({ short: 500, full: 3_000 })

test('connections that send nothing leave the service to the others', async () => {
  const report = await service.measure(() => openConnections(service.url, count))
  expectUnaffected('connections that send nothing', report)
})

test('connections kept open after an answer leave the service to the others', detail, async () => {
  const bytes = requestHead('GET', '/livez')
  const report = await service.measure(() => openConnections(service.url, count, { bytes, reads: true }))
  expectUnaffected('connections kept open', report)
  expect(service.server.child.exitCode).toBeNull()
})

test('headers that come a byte at a time leave the service to the others', async () => {
  const report = await service.measure(async (signal) => {
    const connections = await openConnections(service.url, count, {
      bytes: 'GET /api/input/item/ HTTP/1.1\r\nX-',
    })
    const timer = setInterval(() => {
      for (const socket of connections.sockets) if (socket.writable) socket.write('a')
    }, 1_000)
    signal.addEventListener('abort', () => clearInterval(timer))
    return connections
  })
  expectUnaffected('slow headers', report)
})
