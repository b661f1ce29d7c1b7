/**
 * Calendars with hundreds of entries and orders that take a century: working time is computed outside the event loop.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackedService, startAttackedService } from '../support/attacks/attacked-service.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { detail } from '../support/detail.ts'

let service: AttackedService

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: service.authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const clock = (minute: number, second: string): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:${second}`

beforeAll(async () => {
  service = await startAttackedService()
  const records: Readonly<Record<string, readonly unknown[]>> = {
    calendar: [{ name: 'odd minutes', defaultvalue: 0 }],
    calendarbucket: Array.from({ length: 300 }, (_, index) => ({
      calendar: 'odd minutes',
      value: 1,
      priority: index,
      starttime: clock(2 * index, '00'),
      endtime: clock(2 * index, '30'),
    })),
    location: [{ name: 'plant', available: 'odd minutes' }],
    operation: [{ name: 'assemble', type: 'time_per', duration_per: '00:10:00', location: 'plant' }],
    resource: [{ name: 'line', available: 'odd minutes', location: 'plant' }],
  }
  for (const [model, rows] of Object.entries(records)) {
    const answer = await post(`/api/input/${model}/`, rows)
    if (!answer.ok) throw new Error(await answer.text())
  }
  // The plan contains the resource in one hour, and neither before nor after it.
  await service.database.database.query({
    text: `INSERT INTO "default"."resourcesummary" ("resource", "startdate", "available", "unavailable", "setup", "load", "load_confirmed", "free")
      VALUES ('line', '2026-12-01', 1, 0, 0, 1, 0, 0)`,
  })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

test('orders of a century, and capacity until the end of time', { timeout: 120_000 }, async () => {
  const statuses = new Map<number, number>()
  const count = async (asked: Promise<Response>): Promise<void> => {
    const answer = await asked
    await answer.arrayBuffer()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    await delay(100)
  }
  const order = { operation: 'assemble', quantity: 5_000_000, startdate: '2026-12-01' }
  const summary = `${service.url}/api/output/plansummary/?start=1970-01-01&end=`
  const headers = { authorization: service.authorization() }
  const report = await service.measure((signal) => {
    const loop = async (ask: () => Promise<Response>): Promise<void> => {
      while (!signal.aborted) await count(ask())
    }
    const running = [
      loop(() => post('/api/input/manufacturingorder/?dryrun=1', { reference: 'MO 1', ...order })),
      loop(() => post('/api/input/manufacturingorder/?dryrun=1', { reference: 'MO 2', ...order })),
      loop(() => fetch(`${summary}2199-12-31`, { headers })),
      loop(() => fetch(`${summary}9999-12-31`, { headers })),
    ]
    return Promise.resolve({
      [Symbol.asyncDispose]: async () => {
        await Promise.all(running)
      },
    })
  })
  expectUnaffected('detailed calendars', report)
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([400, 503])
})

test(
  'names of the buckets of a century, and starts at every minute',
  { ...detail, timeout: 120_000 },
  async () => {
    const formats =
      'format-day=%25Y-%25m-%25d&format-week=%25Y+W%25W&format-month=%25Y+%25b&format-quarter=%25Y+Q%25q'
    const namesUntil = (end: string): string =>
      `/execute/api/bucketnames/?start=1950-01-01&end=${end}&${formats}&format-year=%25Y`
    const names = namesUntil('2049-01-01')
    const headers = { authorization: service.authorization() }
    const millennium = await fetch(service.url + namesUntil('2949-01-01'), { headers })
    expect([millennium.status, await millennium.text()]).toEqual([400, expect.stringContaining('100 years')])
    const times = Array.from({ length: 288 }, (_, index) => clock(5 * index, '00').slice(0, 5)).join(',')
    const starts = `/execute/api/scheduletasks/next/?count=100&starttimes=${times}`
    const statuses = new Map<number, number>()
    const report = await service.measure((signal) => {
      const loop = async (path: string): Promise<void> => {
        while (!signal.aborted) {
          const answer = await fetch(service.url + path, { headers })
          await answer.arrayBuffer()
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          await delay(100)
        }
      }
      const running = [names, names, starts].map(loop)
      return Promise.resolve({
        [Symbol.asyncDispose]: async () => {
          await Promise.all(running)
        },
      })
    })
    expectUnaffected('names of buckets and next starts', report)
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
  },
)
