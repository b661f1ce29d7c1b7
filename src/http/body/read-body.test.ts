import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../errors/service-error.ts'
import { singleValues } from './form-body.ts'
import { bodyPolicies, type BodyPolicy } from './body-policy.ts'
import { type Body, readBody } from './read-body.ts'

const policies = bodyPolicies({
  MAX_BODY_SIZE: 1_000_000,
  MAX_BODY_VALUES: 100_000,
  MAX_RECORD_SIZE: 500_000,
  MIN_BODY_RATE: 1_000,
})
const policy: BodyPolicy = { ...policies.bulk, maxFormBytes: 10_000 }
const jsonType = 'application/json; charset=UTF-8'

function read(
  bytes: string | Buffer | Readable,
  type = jsonType,
  headers: Record<string, string> = {},
  limits: BodyPolicy = policy,
): Promise<Body> {
  const stream =
    bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)], { objectMode: false })
  return readBody(
    { stream, headers: { 'content-type': type, 'transfer-encoding': 'chunked', ...headers } },
    { policy: limits },
  )
}

const failure = (body: Promise<unknown>): Promise<unknown> =>
  body.then(
    () => 'no error',
    (error: unknown) => error,
  )

async function rows(body: Promise<Body>): Promise<unknown[]> {
  const found = await body
  const all: unknown[] = []
  if (found.kind === 'lines') {
    for await (const row of found.rows) {
      if (row instanceof ServiceError) throw row
      all.push(row)
    }
  }
  return all
}

describe('a request body', () => {
  it.each(['text/plain', 'application/xml', '', 'image/png'])('is refused as "%s"', async (type) => {
    expect(await failure(read('{}', type))).toMatchObject({ status: 415 })
  })

  it('is refused in an unknown charset or compression', async () => {
    expect(await failure(read('{}', 'application/json; charset=klingon'))).toMatchObject({ status: 415 })
    expect(await failure(read('{}', jsonType, { 'content-encoding': 'compress' }))).toMatchObject({
      status: 415,
      headers: { 'Accept-Encoding': 'gzip, br, zstd' },
    })
  })

  it.each([
    ['[{"quantity": NaN}]', /char 14.*NaN/],
    ['{"a": 1', /char 7/],
    ['{"a":\n1,}', /line 2 column 3/],
  ])('tells where %s is no JSON', async (text, message) => {
    const error = await failure(read(text))
    expect(error).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(String(error)).toMatch(message)
  })

  it('tells where it is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name": "€'), Buffer.from([0xff, 0x41]), Buffer.from('"}')])
    expect(String(await failure(read(bytes)))).toMatch(/not valid UTF-8 at byte 13/)
    expect(String(await failure(read(Buffer.from([0x22, 0xc3]))))).toMatch(/UTF-8/)
  })

  it('is refused above the limit, before and after inflating', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20))
    expect(bomb.length).toBeLessThan(policy.maxBytes)
    expect(await failure(read(bomb, jsonType, { 'content-encoding': 'gzip' }))).toMatchObject({ status: 413 })
    expect(await failure(read(Buffer.alloc(1_000_001, 0x20)))).toMatchObject({ status: 413 })
    const announced = read('{}', jsonType, { 'content-length': '1000001' })
    expect(await failure(announced)).toMatchObject({ status: 413 })
    expect(await failure(read('a=1&'.repeat(5_000), 'application/x-www-form-urlencoded'))).toMatchObject({
      status: 413,
    })
  })

  it('is refused when its compressed data are broken or cut off', async () => {
    const whole = gzipSync('{"name": "a"}')
    for (const bytes of [Buffer.from('no gzip'), whole.subarray(0, whole.length - 5)]) {
      const error = await failure(read(bytes, jsonType, { 'content-encoding': 'gzip' }))
      expect(error).toMatchObject({ status: 400, code: 'malformed_body' })
    }
  })

  it('is not waited for without end', async () => {
    const stream = new Readable({ read: () => undefined })
    stream.push('[')
    const error = await failure(
      read(stream, jsonType, {}, { ...policy, pace: { ...policy.pace, windowMs: 50 } }),
    )
    expect(error).toMatchObject({ status: 408 })
    expect(stream.destroyed).toBe(false)
  })

  it('is not nested without end', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect(await failure(read(deep))).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(await failure(rows(read(deep, 'application/x-ndjson')))).toMatchObject({ status: 400 })
  })

  it('may be empty', async () => {
    expect(await read('')).toEqual({ kind: 'empty' })
    expect(await read(' \n')).toEqual({ kind: 'empty' })
    const nothing = {
      stream: Readable.from([]),
      headers: { 'content-type': 'text/plain', 'content-length': '0' },
    }
    expect(await readBody(nothing, { policy })).toEqual({ kind: 'empty' })
  })

  it.each([{}, { 'content-type': 'text/plain' }])(
    'may be empty in chunks of any type, and is refused with bytes: %j',
    async (type) => {
      const headers = { ...type, 'transfer-encoding': 'chunked' }
      expect(await readBody({ stream: Readable.from([]), headers }, { policy })).toEqual({ kind: 'empty' })
      const stream = Readable.from([Buffer.from('x')], { objectMode: false })
      expect(await failure(readBody({ stream, headers }, { policy }))).toMatchObject({ status: 415 })
    },
  )

  it('is JSON in the charset its header names', async () => {
    const value = [{ name: 'Größe €' }]
    expect(await read(JSON.stringify(value))).toEqual({ kind: 'json', value })
    expect(await read(`\ufeff${JSON.stringify(value)}`)).toEqual({ kind: 'json', value })
    const utf16 = Buffer.from(JSON.stringify(value), 'utf16le')
    expect(await read(utf16, 'application/json; charset="utf-16le"')).toEqual({ kind: 'json', value })
    const latin = Buffer.from('{"name":"Größe"}', 'latin1')
    expect(await read(latin, 'application/json;charset=ISO-8859-1')).toEqual({
      kind: 'json',
      value: { name: 'Größe' },
    })
    expect(await read('{}', 'application/vnd.acme+json')).toEqual({ kind: 'json', value: {} })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('is inflated from %s', async (encoding, compress) => {
    const bytes = compress(Buffer.from('{"name":"a"}'))
    const body = read(bytes, jsonType, { 'content-encoding': encoding })
    expect(await body).toEqual({ kind: 'json', value: { name: 'a' } })
  })

  it('is one record when it comes from a form', async () => {
    const type = 'application/x-www-form-urlencoded'
    const body = await read('name=a+b&quantity=2&quantity=2', type)
    expect(body.kind === 'form' && singleValues(body.pairs)).toEqual({ name: 'a b', quantity: '2' })
    const twice = await read('name=a+b&quantity=1&quantity=2', type)
    expect(() => twice.kind === 'form' && singleValues(twice.pairs)).toThrow(
      expect.objectContaining({
        fields: { quantity: [{ code: 'sent_twice' }] },
      }),
    )
  })

  it('is one record when it comes from a multipart form', async () => {
    const form = new FormData()
    form.set('name', 'Größe')
    const request = new Response(form)
    const type = request.headers.get('content-type')!
    const bytes = Buffer.from(await request.arrayBuffer())
    expect(await read(bytes, type)).toEqual({ kind: 'form', pairs: [['name', 'Größe']] })
    expect(await failure(read(bytes.subarray(0, 20), type))).toMatchObject({ status: 400 })
    form.set('file', new Blob(['x']), 'x.csv')
    const withFile = new Response(form)
    const filed = read(Buffer.from(await withFile.arrayBuffer()), withFile.headers.get('content-type')!)
    expect(await failure(filed)).toMatchObject({ status: 400, code: 'malformed_body' })
  })

  it('comes line by line, wherever the pieces are cut', async () => {
    const text = Buffer.from('{"name":"€"}\r\n\n{"name":"b"}\n[1]')
    for (let cut = 1; cut < text.length; cut += 1) {
      const stream = Readable.from([text.subarray(0, cut), text.subarray(cut)], { objectMode: false })
      expect(await rows(read(stream, 'application/x-ndjson'))).toEqual([{ name: '€' }, { name: 'b' }, [1]])
    }
  })

  it('names the line that is no JSON', async () => {
    const error = await failure(rows(read('{"a":1}\n{"a":}\n', 'application/x-ndjson')))
    expect(String(error)).toMatch(/record at line 2, column 6: /)
  })
})
