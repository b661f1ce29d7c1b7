import { expect, test } from 'vitest'
import { bindMessages, runMessages } from './run-messages.ts'

/** Returns the codes and bodies of messages. */
function taken(bytes: Buffer): readonly (readonly [string, Buffer])[] {
  const messages: [string, Buffer][] = []
  for (let at = 0; at < bytes.length;) {
    const next = at + 1 + bytes.readInt32BE(at + 1)
    messages.push([String.fromCharCode(bytes[at]!), bytes.subarray(at + 5, next)])
    at = next
  }
  return messages
}

test('statements are bound and run one after the other, each with its values', () => {
  const messages = taken(
    runMessages([
      { name: 'read_1', values: [] },
      { name: 'read_2', values: ['1'] },
      { name: 'read_30', values: ['é', ''] },
    ]),
  )
  expect(messages.map(([code]) => code).join('')).toBe('BEBEBES')
  const bound = messages.filter(([code]) => code === 'B').map(([, body]) => body.toString('latin1'))
  expect(bound).toEqual([
    '\0read_1\0\0\0\0\0\0\0',
    '\0read_2\0\0\0\0\x01\0\0\0\x011\0\0',
    '\0read_30\0\0\0\0\x02\0\0\0\x02\xc3\xa9\0\0\0\0\0\0',
  ])
})

test('a value that is null has no length, unlike an empty text', () => {
  const [[, bound] = ['', Buffer.alloc(0)]] = taken(runMessages([{ name: 'read_1', values: [null, ''] }]))
  expect(bound.toString('latin1')).toBe('\0read_1\0\0\0\0\x02\xff\xff\xff\xff\0\0\0\0\0\0')
})

test('the transaction stays open if others follow', () => {
  const messages = taken(bindMessages([{ name: '', values: [] }]))
  expect(messages.map(([code]) => code).join('')).toBe('BE')
})
