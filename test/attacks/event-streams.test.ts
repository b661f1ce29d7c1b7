import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AttackedService, startAttackedService } from '../support/attacks/attacked-service.ts'
import { openConnections, requestHead } from '../support/attacks/connections.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/scale.ts'
import { openFileLimit, usageOf } from '../support/attacks/process-usage.ts'

const perUser = 100
const wanted = scale({ short: 600, full: 5_000 })
const accounts = Array.from({ length: Math.ceil(wanted / perUser) }, (_, index) => `follower ${index}`)
const timeout = scale({ short: 60_000, full: 300_000 })
/** Idle streams are measured, so opening them must be a small part of the time. */
const idle = { ms: scale({ short: 3_000, full: 6_000 }) }
let service: AttackedService

beforeAll(async () => {
  service = await startAttackedService({ accounts })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const eventsFor = (user: string): string =>
  requestHead('GET', '/execute/api/events/', { Authorization: service.authorization(user) })

test(
  'thousands of idle event streams leave the service to the others, and cost little',
  { timeout },
  async ({ skip }) => {
    const descriptors = await openFileLimit()
    skip(descriptors < wanted * 1.2, `Only ${descriptors} files may be open; raise it with ulimit -n.`)
    // Passwords are checked once per user, because the test measures the streams themselves.
    for (const user of accounts) {
      const answer = await fetch(`${service.url}/api/me/`, {
        headers: { authorization: service.authorization(user) },
      })
      expect(answer.status).toBe(200)
    }
    const before = await usageOf(service.server.child.pid ?? 0)
    const report = await service.measure(async () => {
      const streams = await openConnections(service.url, wanted, {
        bytes: (index) => eventsFor(accounts[index % accounts.length]!),
        reads: true,
      })
      await vi.waitFor(() => {
        const open = streams.sockets.filter((_, index) => streams.received(index).includes('retry: 1000'))
        expect(open).toHaveLength(wanted)
      }, timeout / 2)
      return streams
    }, idle)
    expectUnaffected(`${wanted} event streams`, report)
    const bytesEach = ((report.usage?.rssBytes ?? 0) - (before?.rssBytes ?? 0)) / wanted
    expect(bytesEach).toBeLessThan(200_000)
  },
)

test('streams beyond those of a user are refused, and others get theirs', async () => {
  const report = await service.measure(async () => {
    const streams = await openConnections(service.url, perUser * 5, {
      bytes: eventsFor('attacker'),
      reads: true,
    })
    const withStatus = (status: number): number =>
      streams.sockets.filter((_, index) => streams.received(index).startsWith(`HTTP/1.1 ${status} `)).length
    // Streams that would have to wait behind too many others of the user get 503.
    const refused = (): number => withStatus(429) + withStatus(503)
    await vi.waitFor(() => expect([withStatus(200), refused()]).toEqual([perUser, perUser * 4]), 30_000)
    expect(withStatus(429)).toBeGreaterThan(0)
    await using other = await openConnections(service.url, 1, { bytes: eventsFor('ann'), reads: true })
    await vi.waitFor(() => expect(other.received(0)).toContain('retry: 1000'), 10_000)
    return streams
  })
  expectUnaffected('event streams of one user', report)
})

test('requests that wait for tasks leave the service to the others', async () => {
  const launch = requestHead('POST', '/execute/api/empty/', {
    Authorization: service.authorization(),
    Prefer: 'wait=300',
    'Content-Type': 'application/json',
    'Content-Length': '28',
  })
  const count = scale({ short: 150, full: 600 })
  const report = await service.measure(async () => {
    const waiting = await openConnections(service.url, count, {
      bytes: `${launch}{"models":"input.supplier"} `,
      reads: true,
    })
    // The maximum number of requests wait; the others immediately get the progress of their tasks.
    await vi.waitFor(() => {
      const answered = waiting.sockets.filter((_, index) => waiting.received(index) !== '')
      expect(answered).toHaveLength(count - perUser)
    }, 30_000)
    expect(waiting.sockets.some((_, index) => waiting.received(index).startsWith('HTTP/1.1 202 '))).toBe(true)
    return waiting
  })
  expectUnaffected('waiting launches', report)
})
