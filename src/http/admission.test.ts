import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/support/server.ts'
import { type BodyReservation, createAdmission } from './admission.ts'

describe('places of requests', () => {
  it('are few for those who have not signed in, fewer for one address, and come back', () => {
    const admission = createAdmission({ requests: 100, bodyBytes: 100 })
    const here = Array.from({ length: 10 }, () => admission.enter('here'))
    expect(() => admission.enter('here')).toThrowError(expect.objectContaining({ code: 'overloaded' }))
    for (let count = 0; count < 10; count += 1) admission.enter(`there ${count}`)
    expect(() => admission.enter('elsewhere')).toThrowError(expect.objectContaining({ code: 'overloaded' }))
    const users = Array.from({ length: 80 }, () => admission.enter())
    expect(() => admission.enter()).toThrowError(expect.objectContaining({ code: 'overloaded' }))
    for (const leave of [...here, ...here, ...users]) leave()
    expect(admission.running).toBe(10)
    admission.enter('here')
  })
})

/** Memory for request bodies, limited to 100 bytes. */
function bodies(options: { readonly freeBodyBytes?: number } = {}): () => BodyReservation {
  const admission = createAdmission({ requests: 10, bodyBytes: 100, ...options })
  return () => admission.hold()
}

describe('memory of bodies', () => {
  const overloaded = expect.objectContaining({ code: 'overloaded', status: 503 })

  it('is refused beyond what all together may hold, until some is given back', () => {
    const hold = bodies()
    const [one, other, third] = [hold(), hold(), hold()]
    one.add(50, 'ann')
    other.add(40, 'bob')
    third.add(10, 'cem')
    expect(() => other.add(1, 'bob')).toThrowError(overloaded)
    one.release()
    third.add(40, 'cem')
    expect(() => one.add(11, 'ann')).toThrowError(
      expect.objectContaining({ headers: expect.objectContaining({ 'Retry-After': '2' }) }),
    )
  })

  it('is half for one user, and the rest is there for others', () => {
    const hold = bodies()
    const [first, second, other] = [hold(), hold(), hold()]
    first.add(30, 'ann')
    second.add(20, 'ann')
    expect(() => second.add(1, 'ann')).toThrowError(overloaded)
    expect(() => first.add(1, 'ann')).toThrowError(overloaded)
    other.add(50, 'bob')
    first.release()
    second.add(10, 'ann')
  })

  it('has room for one large body at a time, which takes nothing from others', () => {
    const hold = bodies()
    const [large, small, other, third] = [hold(), hold(), hold(), hold()]
    large.add(60, 'ann')
    large.add(40, 'ann')
    expect(() => small.add(1, 'ann')).toThrowError(overloaded)
    other.add(50, 'bob')
    expect(() => other.add(1, 'bob')).toThrowError(overloaded)
    expect(() => third.add(1, 'cem')).toThrowError(overloaded)
    large.release()
    other.add(50, 'bob')
    expect(() => large.add(51, 'ann')).toThrowError(overloaded)
    large.add(50, 'ann')
  })

  it('cannot be had for a body that is larger by itself', () => {
    const body = bodies()()
    body.add(100, 'ann')
    expect(() => body.add(1, 'ann')).toThrowError(
      expect.objectContaining({ code: 'body_too_large', status: 413 }),
    )
  })

  it('is free for small bodies, however large others are', () => {
    const hold = bodies({ freeBodyBytes: 10 })
    const [large, other, small] = [hold(), hold(), hold()]
    large.add(100, 'ann')
    other.add(60, 'bob')
    small.add(10, 'ann')
    expect(() => small.add(1, 'ann')).toThrowError(overloaded)
    large.release()
    small.add(40, 'ann')
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
