import * as fc from 'fast-check'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { bodyPolicies } from './body-policy.ts'
import { readJson } from './json-body.ts'
import { inUtf8 } from './text.ts'
import { locateJsonError } from './locate-json-error.ts'

const { bulk } = bodyPolicies({
  MAX_BODY_SIZE: 64 * 2 ** 20,
  MAX_BODY_VALUES: 10_000_000,
  MAX_RECORD_SIZE: 2 ** 20,
  MIN_BODY_RATE: 1_000,
})

/** Returns all records of a text that arrives in pieces of a given size. */
async function recordsOf(
  text: string | Buffer,
  size = 65_536,
  charset?: string,
): Promise<readonly unknown[]> {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  const body = await readJson(inUtf8(Readable.from(pieces, { objectMode: false }), charset), bulk)
  if (body.kind !== 'records') throw new Error(`A body of the kind ${body.kind}`)
  const rows = []
  for await (const row of body.rows) rows.push(row)
  return rows
}

const placeIn = (text: string, share: number): number => text.indexOf('"name"', text.length * share)

const record = (index: number): unknown => ({
  name: `item ${index} "[{,}]\\ €😀`,
  list: [index, { deep: [] }, 'a,b'],
})
const many = Array.from({ length: 8_000 }, (_, index) => record(index))

describe('a long list', () => {
  it('gives the same records however it is sent', async () => {
    for (const text of [
      JSON.stringify(many),
      JSON.stringify(many, null, 2),
      ` \n${JSON.stringify(many)}\n `,
    ]) {
      expect(await recordsOf(text, 65_536)).toEqual(many)
      expect(await recordsOf(text, 1_013)).toEqual(many)
    }
    expect(await recordsOf(`\ufeff${JSON.stringify(many)}`)).toEqual(many)
    expect(await recordsOf(Buffer.from(JSON.stringify(many), 'utf16le'), 1_001, 'utf-16le')).toEqual(many)
  })

  it('can be read again', async () => {
    const pieces = Readable.from([Buffer.from(JSON.stringify(many))], { objectMode: false })
    const body = await readJson(pieces, bulk)
    for (let time = 0; time < 2; time += 1) {
      let count = 0
      if (body.kind === 'records') for await (const row of body.rows) if (row !== undefined) count += 1
      expect(count).toBe(many.length)
    }
  })

  it('tells where it is wrong as it does for a short one', async () => {
    const lines = JSON.stringify(many, null, 1)
    const flat = JSON.stringify(many)
    const faults = [flat, lines].flatMap((text) =>
      [0, 0.4, 0.99].flatMap((share) => {
        const at = placeIn(text, share)
        return ['}', ']', ',', '"', 'NaN', '{', ':', '\\'].map(
          (wrong) => text.slice(0, at) + wrong + text.slice(at),
        )
      }),
    )
    faults.push(flat.slice(0, -1), `${flat}]`, `${flat} x`, `${flat.slice(0, -1)},]`, `${flat.slice(0, -1)}}`)
    faults.push(
      `\ufeff${flat.slice(0, -1)}`,
      `[,${flat.slice(1)}`,
      flat.replace(/(\{"name":"item 5000.*?\}),/, '$1,,'),
    )
    for (const text of faults) {
      const own = text.startsWith('\ufeff') ? text.slice(1) : text
      const { line, column, position, reason } = locateJsonError(own)!
      await expect(recordsOf(text)).rejects.toMatchObject({
        code: 'malformed_json',
        params: { reason: { code: 'json_at', params: { line, column, position, reason } } },
      })
    }
  }, 120_000)

  it('tells the byte that is no text', async () => {
    const bytes = Buffer.from(JSON.stringify(many))
    const at = bytes.indexOf('€', bytes.length / 2)
    bytes[at + 1] = 0x41
    await expect(recordsOf(bytes)).rejects.toMatchObject({
      params: { reason: { code: 'text_not_valid_at', params: { encoding: 'UTF-8', position: at + 1 } } },
    })
  })

  it('is taken apart as JSON is', async () => {
    const filler = { filler: 'x'.repeat(140_000) }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 5 }), async (values) => {
        const list = [filler, ...values, filler, ...values]
        const text = JSON.stringify(list)
        fc.pre(!/\\ud[89a-f]|__proto__|constructor/.test(text))
        expect(await recordsOf(text, 997)).toEqual(JSON.parse(text))
      }),
      { numRuns: 30 },
    )
  })
})
