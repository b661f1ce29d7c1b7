import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readFirstRecords } from './first-records.ts'

/** Yields a list without an end, in pieces that do not end where records end. */
function* endlessList(): Generator<Buffer> {
  let text = '['
  for (let index = 0; ; index += 1) {
    text += `${index === 0 ? '' : ',\n'}{"name":"${index}, Größe"}`
    while (text.length > 1_000) {
      yield Buffer.from(text.slice(0, 1_000))
      text = text.slice(1_000)
    }
  }
}

test('the first records of a list are read, however long it is, and the rest is not', async () => {
  const stream = Readable.from(endlessList())
  const records: unknown = JSON.parse(await readFirstRecords(stream, 10_000))
  expect(records).toMatchObject({
    length: expect.any(Number),
    0: { name: '0, Größe' },
    300: { name: '300, Größe' },
  })
  await nextTurn()
  expect(stream.destroyed).toBe(true)
})

test('a short list is read completely, and of a long record nothing is cut', async () => {
  expect(
    await readFirstRecords(Readable.from([Buffer.from('[{"a":1},\n'), Buffer.from('{"a":2}]')]), 100),
  ).toBe('[{"a":1},\n{"a":2}]')
  const long = `[{"a":"${'x'.repeat(500)}"}]`
  expect(await readFirstRecords(Readable.from([Buffer.from(long)]), 100)).toBe(long)
  expect(await readFirstRecords(Readable.from([Buffer.from('[]')]), 100)).toBe('[]')
})
