import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type BodyKind, bodyPolicies } from './body-policy.ts'
import { type Body, readBody } from './read-body.ts'

const policies = bodyPolicies({
  MAX_BODY_SIZE: 64 * 2 ** 20,
  MAX_BODY_VALUES: 500_000,
  MAX_RECORD_SIZE: 2 ** 20,
  MIN_BODY_RATE: 1_000,
})

interface Sent {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly reserve?: (bytes: number) => void
}

function read(kind: BodyKind, bytes: string | Buffer, sent: Sent = {}): Promise<Body> {
  const whole = Buffer.from(bytes)
  const pieces = Array.from({ length: Math.ceil(whole.length / 65_536) }, (_, index) =>
    whole.subarray(index * 65_536, (index + 1) * 65_536),
  )
  const { type = 'application/json', headers = {}, reserve } = sent
  return readBody(
    {
      stream: Readable.from(pieces, { objectMode: false }),
      headers: { 'content-type': type, 'transfer-encoding': 'chunked', ...headers },
    },
    { policy: policies[kind], ...(reserve === undefined ? {} : { reserve }) },
  )
}

const gzip = { headers: { 'content-encoding': 'gzip' } }
const form = { type: 'application/x-www-form-urlencoded' }

async function codeOf(body: Promise<Body>): Promise<string> {
  try {
    const found = await body
    if (found.kind === 'lines' || found.kind === 'records') {
      for await (const row of found.rows) if (row instanceof Error) throw row
    }
    return 'taken'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/** Returns an object of a given number of bytes. */
const named = (length: number): string => `{"username":"${'a'.repeat(length - 15)}"}`

/** Returns `[{},{},…]`. */
const objects = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`

function multipart(fields: readonly (readonly [string, string])[]): {
  readonly bytes: Buffer
  readonly type: string
} {
  const parts = fields.map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { bytes: Buffer.from(`${parts.join('')}--edge--\r\n`), type: 'multipart/form-data; boundary=edge' }
}

describe('a multipart body', () => {
  it('is not read on after its last field that is allowed', async () => {
    const part = Buffer.from('--X\r\n\r\n\r\n'.repeat(7_000))
    let read = 0
    async function* pieces(): AsyncGenerator<Buffer> {
      for (; read < 8 * 2 ** 20; read += part.length) yield part
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=X', 'transfer-encoding': 'chunked' }
    const source = { stream: Readable.from(pieces(), { objectMode: false }), headers }
    expect(await codeOf(readBody(source, { policy: policies.bulk }))).toBe('malformed_body')
    expect(read).toBeLessThan(4 * part.length)
  })
})

describe('a body before sign-in', () => {
  it('may be 16 KB, and never compressed', async () => {
    expect(await codeOf(read('anonymous', named(16_384)))).toBe('taken')
    expect(await codeOf(read('anonymous', named(16_385)))).toBe('body_too_large')
    expect(await codeOf(read('anonymous', gzipSync('{}'), gzip))).toBe('unsupported_media_type')
    expect(await codeOf(read('anonymous', '{}\n', { type: 'application/x-ndjson' }))).toBe(
      'unsupported_media_type',
    )
  })

  it('holds few values, fields and levels', async () => {
    expect(await codeOf(read('anonymous', objects(101)))).toBe('body_too_complex')
    expect(await codeOf(read('anonymous', '['.repeat(6)))).toBe('malformed_json')
    expect(await codeOf(read('anonymous', 'a=1&'.repeat(21), form))).toBe('malformed_body')
    const fields = Array.from({ length: 21 }, (_, index) => [`f${index}`, ''] as const)
    const { bytes, type } = multipart(fields)
    expect(await codeOf(read('anonymous', bytes, { type }))).toBe('malformed_body')
  })
})

/**
 * Returns an object in Windows-1252 with a given number of bytes that each become a character of three bytes in
 * UTF-8.
 */
const euros = (length: number): Buffer =>
  Buffer.concat([Buffer.from('{"username":"'), Buffer.alloc(length, 0x80), Buffer.from('"}')])

describe('a body in another charset', () => {
  const windows = 'charset=windows-1252'

  it('counts as the text that it stands for', async () => {
    const type = `application/json; ${windows}`
    expect(await codeOf(read('anonymous', euros(5_000), { type }))).toBe('taken')
    expect(await codeOf(read('anonymous', euros(6_000), { type }))).toBe('body_too_large')
    let reserved = 0
    await read('object', euros(5_000), { type, reserve: (bytes) => (reserved += bytes) })
    expect(reserved).toBe(15_015)
    const field = Buffer.concat([Buffer.from('a='), Buffer.alloc(6_000, 0x80)])
    const ofForm = { type: `application/x-www-form-urlencoded; ${windows}` }
    expect(await codeOf(read('anonymous', field, ofForm))).toBe('body_too_large')
    const line = { type: `application/x-ndjson; ${windows}` }
    expect(await codeOf(read('bulk', euros(400_000), line))).toBe('record_too_large')
    expect(await codeOf(read('bulk', euros(300_000), line))).toBe('taken')
  })
})

describe('a body of one object', () => {
  it('has a size and a number of values', async () => {
    expect(await codeOf(read('object', `{"a":"${'a'.repeat(2 ** 20)}"}`))).toBe('body_too_large')
    expect(await codeOf(read('object', objects(20_001)))).toBe('body_too_complex')
    expect(await codeOf(read('object', gzipSync(objects(5_500_000)), gzip))).toBe('body_too_complex')
    expect(await codeOf(read('object', 'a=1&'.repeat(1_001), form))).toBe('malformed_body')
  })
})

describe('a body of many records', () => {
  it('holds so many values, all together and in each record', async () => {
    expect(await codeOf(read('bulk', objects(400_000)))).toBe('taken')
    expect(await codeOf(read('bulk', objects(500_001)))).toBe('body_too_complex')
    const wide = `[{"a":[${'1,'.repeat(20_000)}1]}]`
    expect(await codeOf(read('bulk', wide))).toBe('body_too_complex')
    const lines = { type: 'application/x-ndjson' }
    expect(await codeOf(read('bulk', `{}\n{"a":[${'10000,'.repeat(20_000)}1]}\n`, lines))).toBe(
      'body_too_complex',
    )
  })

  it('holds records of a limited size, whatever stands around them', async () => {
    const long = `"${'a'.repeat(2 ** 20)}"`
    for (const text of [`[{"a":${long}}]`, `[1,${long}`, `[1${' '.repeat(2 ** 20)},2]`, long]) {
      expect(await codeOf(read('bulk', text))).toBe('record_too_large')
    }
    expect(await codeOf(read('bulk', long, { type: 'application/x-ndjson' }))).toBe('record_too_large')
  })

  it('may not be many thousand times as large as it is sent', async () => {
    const bomb = zstdCompressSync(`[${`"${'a'.repeat(1_000)}",`.repeat(30_000)}1]`)
    let reserved = 0
    const headers = { 'content-encoding': 'zstd' }
    const body = read('bulk', bomb, { headers, reserve: (bytes) => (reserved += bytes) })
    expect(await codeOf(body)).toBe('body_too_repetitive')
    // The largest inflated body for its compressed length, plus the output that the decompressor had already created
    // from the next bytes.
    expect(reserved).toBeLessThan(Math.max(2 ** 20, bomb.length * 2_000) + 65_536)
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('may be records with equal values, compressed with %s', async (encoding, compress) => {
    const fields = Array.from({ length: 20 }, (_, index) => [`some field ${index}`, null] as const)
    const long = { description: 'a long and equal description '.repeat(20), category: 'c'.repeat(200) }
    for (const [count, values] of [[4_000, Object.fromEntries(fields)] as const, [20_000, long] as const]) {
      const records = Array.from({ length: count }, (_, index) => ({
        name: `SO ${100_000 + index}`,
        ...values,
      }))
      const bytes = compress(Buffer.from(JSON.stringify(records)))
      expect(await codeOf(read('bulk', bytes, { headers: { 'content-encoding': encoding } }))).toBe('taken')
    }
  })

  it('stops the reading at the first value too many', async () => {
    let reserved = 0
    const body = read('bulk', objects(5_500_000), { reserve: (bytes) => (reserved += bytes) })
    expect(await codeOf(body)).toBe('body_too_complex')
    expect(reserved).toBeLessThanOrEqual(1_500_000 + 2 * 65_536)
  })
})

describe('names of fields', () => {
  const bad = ['__proto__', 'constructor', String.raw`\u005f_proto__`, String.raw`constructo\u0072`]
  const half = String.raw`a\ud800`

  it.each(['anonymous', 'object', 'batch', 'bulk'] as const)(
    'are no parts of %s that objects inherit',
    async (kind) => {
      for (const name of [...bad, half]) {
        for (const text of [`{"${name}":1}`, `{"a":[{"${name}":1}]}`]) {
          expect(await codeOf(read(kind, text))).toBe('malformed_json')
        }
      }
      expect(await codeOf(read(kind, '{"a":"constructor","b":"__proto__","c":"\\ud83d\\ude00"}'))).toBe(
        'taken',
      )
      for (const name of ['__proto__', 'constructor']) {
        expect(await codeOf(read(kind, `a=1&${name}=1`, form))).toBe('malformed_body')
        const { bytes, type } = multipart([[name, '1']])
        expect(await codeOf(read(kind, bytes, { type }))).toBe('malformed_body')
      }
    },
  )

  it('are judged in every line and in every part of a long list', async () => {
    expect(await codeOf(read('bulk', '{"a":1}\n{"constructor":1}\n', { type: 'application/x-ndjson' }))).toBe(
      'malformed_json',
    )
    const list = `[${'{"name":"abc"},'.repeat(30_000)}{"__proto__":1}]`
    expect(await codeOf(read('bulk', list))).toBe('malformed_json')
  })
})

describe('half of a character', () => {
  const text = String.raw`{"username":"a\ud800"}`

  it('is refused by name where no record judges its fields', async () => {
    await expect(read('object', text)).rejects.toMatchObject({
      status: 400,
      fields: { username: [{ code: 'lone_surrogate' }] },
    })
    expect(await codeOf(read('object', String.raw`["\udc00"]`))).toBe('malformed_json')
    expect(await codeOf(read('object', String.raw`{"a":{"b":["\udc00"]}}`))).toBe('invalid_record')
  })

  it('is left to the fields of records, unless it stands deeper', async () => {
    expect(await codeOf(read('bulk', text))).toBe('taken')
    expect(await codeOf(read('bulk', String.raw`[{"a":{"b":"\ud800"}}]`))).toBe('malformed_json')
  })

  it('is refused in the escapes of a form', async () => {
    expect(await codeOf(read('object', 'a=%C3%A9', form))).toBe('taken')
    expect(await codeOf(read('object', 'a=%ED%A0%80', form))).toBe('malformed_body')
    expect(await codeOf(read('object', 'a=%C3&b=%A9', form))).toBe('malformed_body')
  })
})
