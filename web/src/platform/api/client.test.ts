/** Tests responses that break off: they count as no answer, and are read again. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { getJson, getStart, sendJson } from './client.ts'
import { call } from './endpoints.ts'
import { anything, list } from './shape.ts'

beforeEach(() => vi.stubGlobal('document', { cookie: '' }))
afterEach(() => vi.unstubAllGlobals())

const answerWith = (body: BodyInit): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
}

const broken = (error: unknown): ReadableStream =>
  new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('{"items":['))
      stream.error(error)
    },
  })

it.each([
  ['a list', () => getJson('/api/input/item/', anything)],
  ['the start of a list', () => getStart('/api/input/item/', list(anything))],
  ['a change', () => sendJson('PATCH', '/api/input/item/A/', {}, anything)],
  ['an endpoint', () => call('GET /api/inbox/', {})],
])('takes %s that breaks off as no answer', async (_, read) => {
  for (const body of [() => '{"items":[', () => broken(new TypeError('network error'))]) {
    answerWith(body())
    const error: unknown = await read().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 0, detail: '', unreachable: true })
  }
})

it('takes an aborted body as aborted', async () => {
  answerWith(broken(new DOMException('over', 'AbortError')))
  await expect(getJson('/api/me/', anything)).rejects.toMatchObject({ name: 'AbortError' })
})
