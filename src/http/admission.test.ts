import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/support/server.ts'
import { createAdmission } from './admission.ts'

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

  it('is free for small bodies, however large others are', () => {
    const admission = createAdmission({ requests: 10, bodyBytes: 100, freeBodyBytes: 10 })
    const [large, small] = [admission.hold(), admission.hold()]
    large.add(100)
    small.add(10)
    expect(() => small.add(11)).toThrowError(expect.objectContaining({ code: 'overloaded' }))
    large.release()
    small.add(10)
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
