import { expect, test } from 'vitest'
import { processorClock } from '../../test/support/processor-time.ts'
import { RowReader } from './row-reader.ts'

function message(code: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.write(code, 0, 'latin1')
  bytes.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([bytes, body])
}

/** Returns a row of one column; null means no value. */
function dataRow(text: string | null): Buffer {
  const value = Buffer.from(text ?? '')
  const head = Buffer.alloc(6)
  head.writeInt16BE(1, 0)
  head.writeInt32BE(text === null ? -1 : value.length, 2)
  return message('D', Buffer.concat([head, value]))
}

interface Read {
  readonly reader: RowReader
  /** Messages for the driver, rows and pieces of COPY data, in the order in which they arrived. */
  readonly seen: string[]
}

function open(sink: boolean): Read {
  const seen: string[] = []
  const reader = new RowReader((bytes) => {
    // Complete messages only.
    for (let at = 0; at < bytes.length; at += bytes.readInt32BE(at + 1) + 1) {
      seen.push(`driver ${String.fromCharCode(bytes[at]!)}`)
      expect(at + bytes.readInt32BE(at + 1) + 1).toBeLessThanOrEqual(bytes.length)
    }
  })
  if (sink) {
    reader.sendTo({
      row: (chunk, start, end) => seen.push(`row ${chunk.toString('utf8', start, end)}`),
      bytes: (chunk, start, end) => seen.push(`bytes ${chunk.toString('utf8', start, end)}`),
    })
  }
  return { reader, seen }
}

const long = 'é'.repeat(300)
const answer = Buffer.concat([
  message('2', Buffer.alloc(0)),
  dataRow('one'),
  dataRow(null),
  message('D', Buffer.from([0, 0])),
  message('N', Buffer.from('a notice\0')),
  dataRow(long),
  message('d', Buffer.from('copied\n')),
  message('C', Buffer.from('SELECT 4\0')),
  message('Z', Buffer.from('I')),
])
const withSink = [
  ['driver 2', 'row one', 'row null', 'row null', 'driver N', `row ${long}`, 'bytes copied\n'],
  ['driver C', 'driver Z'],
].flat()

test.each([1, 2, 3, 5, 7, 64, 700, answer.length])(
  'rows go to the sink and all else to the driver, in order, whatever pieces of %i bytes arrive',
  (size) => {
    const { reader, seen } = open(true)
    for (let at = 0; at < answer.length; at += size) reader.read(answer.subarray(at, at + size))
    expect(seen).toEqual(withSink)
  },
)

test.each([1, 6, 64, 700])('memory of %i bytes in which all pieces arrive may be used again', (size) => {
  const { reader, seen } = open(true)
  const memory = Buffer.alloc(size)
  for (let at = 0; at < answer.length; at += size) {
    reader.read(memory.subarray(0, answer.copy(memory, 0, at, at + size)))
    memory.fill(0xff)
  }
  expect(seen).toEqual(withSink)
})

test('without a sink the driver gets everything', () => {
  const { reader, seen } = open(false)
  for (let at = 0; at < answer.length; at += 11) reader.read(answer.subarray(at, at + 11))
  expect(seen).toEqual('2DDDNDdCZ'.split('').map((code) => `driver ${code}`))
})

test('a row that arrives in thousands of pieces is put together once', () => {
  const { reader, seen } = open(true)
  const row = dataRow('x'.repeat(20_000_000))
  const processorMs = processorClock()
  for (let at = 0; at < row.length; at += 2_000) reader.read(row.subarray(at, at + 2_000))
  expect(seen.map(({ length }) => length)).toEqual(['row '.length + 20_000_000])
  expect(processorMs()).toBeLessThan(5_000)
})
