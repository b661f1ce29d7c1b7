/** Requests that cost the service much more than the client: empty parts, constant responses, many sheets. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Attack,
  type AttackedService,
  startAttackedService,
} from '../support/attacks/attacked-service.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/scale.ts'
import { buildWorkbook } from '../support/build-workbook.ts'

let service: AttackedService

beforeAll(async () => {
  service = await startAttackedService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

/**
 * Pause between two requests of a client, in milliseconds: without it, the test would measure the speed of the
 * machine.
 */
const pauseMs = 100

/** Starts clients that send a request repeatedly. Counts responses by their status. */
function repeat(
  clients: number,
  path: string,
  request: () => RequestInit,
  statuses: Map<number, number>,
): Attack {
  return (signal) => {
    const loop = async (): Promise<void> => {
      while (!signal.aborted) {
        // The service may close the connection while the body is still being sent.
        const answer = await fetch(service.url + path, request()).catch(() => undefined)
        await answer?.arrayBuffer()
        const status = answer?.status ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
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

const multipart = { 'Content-Type': 'multipart/form-data; boundary=X' }
const parts = '--X\r\n\r\n\r\n'.repeat(100_000)

const forms: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/input/item/'],
  ['POST', '/execute/uploadtofolder/0/'],
  ['PATCH', '/api/me/'],
]

test.each(scale({ short: forms.slice(0, 1), full: forms }))(
  'forms of a hundred thousand empty parts: %s %s',
  async (method, path) => {
    const statuses = new Map<number, number>()
    const request = (): RequestInit => ({
      method,
      headers: { ...multipart, Authorization: service.authorization() },
      body: `${parts}--X--`,
    })
    const report = await service.measure(repeat(6, path, request, statuses))
    expectUnaffected(`empty parts to ${path}`, report)
    expect([...statuses.keys()].filter((status) => status !== 0 && status !== 400)).toEqual([])
  },
)

const readCompressed = (): RequestInit => ({ headers: { 'Accept-Encoding': 'br' } })

const pages = ['/api/docs/swagger-ui-bundle.js', '/metrics', '/api/help/how-to/protect-the-service']

test.each(scale({ short: pages.slice(0, 1), full: pages }))(
  'answers that are the same for everybody: %s',
  async (path) => {
    const statuses = new Map<number, number>()
    const report = await service.measure(repeat(20, path, readCompressed, statuses))
    expectUnaffected(`anonymous reads of ${path}`, report)
  },
)

test('workbooks with as many sheets as may be', async () => {
  const sheets = Array.from({ length: 1_000 }, (_, index) => ({ name: `s${index}`, rows: '' }))
  const bytes = new Uint8Array(await buildWorkbook({ sheets }))
  const statuses = new Map<number, number>()
  const request = (): RequestInit => {
    const body = new FormData()
    body.set('file', new Blob([bytes]), 'sheets.xlsx')
    return { method: 'POST', headers: { Authorization: service.authorization() }, body }
  }
  const report = await service.measure(repeat(2, '/execute/importworkbook/', request, statuses))
  expectUnaffected('workbooks of a thousand sheets', report)
  expect([...statuses.keys()]).toEqual([400])
})
