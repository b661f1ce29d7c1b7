import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/support/server.ts'
import { createAdmission } from './admission.ts'

describe('memory of bodies', () => {
  it('is refused beyond what all together may hold, until some is given back', () => {
    const admission = createAdmission({ requests: 10, bodyBytes: 100 })
    const [one, other] = [admission.hold(), admission.hold()]
    one.add(60)
    other.add(40)
    expect(() => other.add(1)).toThrowError(expect.objectContaining({ code: 'overloaded', status: 503 }))
    one.release()
    other.add(60)
    expect(() => one.add(1)).toThrowError(
      expect.objectContaining({ headers: expect.objectContaining({ 'Retry-After': '2' }) }),
    )
  })

  it('cannot be had for a body that is larger by itself', () => {
    const body = createAdmission({ requests: 10, bodyBytes: 100 }).hold()
    body.add(100)
    expect(() => body.add(1)).toThrowError(expect.objectContaining({ code: 'body_too_large', status: 413 }))
  })

  it('counts what a compressed body becomes', async () => {
    await using server = await startTestServer({ settings: { MAX_BODY_MEMORY: '1000000' } })
    const post = (size: number) =>
      server.request('POST', '/api/input/item/', {
        body: gzipSync(JSON.stringify([{ name: 'a', description: 'x'.repeat(size) }])),
        headers: { 'content-encoding': 'gzip' },
      })
    expect(await post(1_100_000)).toMatchObject({ status: 413 })
    expect(await post(900_000)).toMatchObject({ status: 201 })
  })
})
