import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compress } from './compression.ts'

const body = Buffer.from('the same for everybody '.repeat(1_000))
const type = 'text/javascript; charset=utf-8'

it('compresses a shared body once for each coding, and every other one anew', async () => {
  const twice = (coding: string, shared: boolean) =>
    Promise.all([1, 2].map(async () => (await compress(body, type, coding, shared)).body))
  const [one, other] = await twice('gzip', true)
  expect(one).toBe(other)
  const [own, another] = await twice('gzip', false)
  expect(own).not.toBe(another)
  const [brotli] = await twice('br', true)
  if (!(one instanceof Buffer && brotli instanceof Buffer)) throw new Error('A stream was answered.')
  expect([gunzipSync(one), brotliDecompressSync(brotli)]).toEqual([body, body])
})
