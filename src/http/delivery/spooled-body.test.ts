import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSpool } from './spool.ts'
import { SpooledBody } from './spooled-body.ts'

const piece = Buffer.alloc(65_536, 'abcdefgh')
const pieces = 64
const whole = Buffer.concat(Array.from({ length: pieces }, () => piece))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planning-test-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Counts the chunks that were read from it. */
class Source extends Readable {
  given = 0
  override _read(): void {
    this.given += 1
    this.push(this.given > pieces ? null : piece)
  }
}

async function* failing(): AsyncGenerator<Buffer> {
  for (let count = 0; count < 20; count += 1) yield piece
  throw new Error('broken')
}

const spoolOf = (size = 2 ** 30) => createSpool({ folder: join(folder, 'spool'), size })

test('a reader that keeps up needs no file', async () => {
  const body = new SpooledBody(new Source(), spoolOf(), 'ann')
  expect(whole.equals(await buffer(body))).toBe(true)
  expect(body.spooled).toBe(false)
})

test('a source ends although nobody reads, and the reader gets all of it later', async () => {
  const source = new Source()
  const body = new SpooledBody(source, spoolOf(), 'ann')
  await vi.waitFor(() => expect(source.destroyed).toBe(true), 45_000)
  expect(source.given).toBe(pieces + 1)
  expect(whole.equals(await buffer(body))).toBe(true)
  expect(body.spooled).toBe(true)
  await vi.waitFor(async () => expect(await readdir(join(folder, 'spool'))).toEqual([]), 45_000)
})

test('a client has a quarter of the disk at most, and room again once its file has gone', async () => {
  const spool = spoolOf(6 * pieces * piece.length)
  const source = new Source()
  const first = new SpooledBody(source, spool, 'ann')
  // Only once all of the first is in its file is the second one sure to find too little room.
  await vi.waitFor(() => expect(source.destroyed).toBe(true), 45_000)
  const second = new SpooledBody(new Source(), spool, 'ann')
  await expect(new Promise((_, reject) => second.once('error', reject))).rejects.toMatchObject({
    code: 'overloaded',
  })
  const others = new SpooledBody(new Source(), spool, 'bob')
  await vi.waitFor(() => expect(others.spooled).toBe(true), 45_000)
  first.destroy()
  await new Promise((resolve) => first.once('close', resolve))
  const third = new Source()
  const again = new SpooledBody(third, spool, 'ann')
  await vi.waitFor(() => expect(third.destroyed).toBe(true), 45_000)
  for (const body of [others, again]) expect(await buffer(body)).toHaveLength(pieces * piece.length)
})

test('a failure of the source is one of the body, also when it goes to a file', async () => {
  const read = new SpooledBody(Readable.from(failing()), spoolOf(), 'ann')
  await expect(buffer(read)).rejects.toThrow('broken')
  const unread = new SpooledBody(Readable.from(failing()), spoolOf(), 'ann')
  await expect(new Promise((_, reject) => unread.once('error', reject))).rejects.toThrow('broken')
})

test('who leaves ends the source', async () => {
  const source = new Source()
  const body = new SpooledBody(source, spoolOf(), 'ann')
  body.destroy()
  await vi.waitFor(() => expect(source.destroyed).toBe(true), 45_000)
})
