/**
 * Finds the position and the reason of a JSON syntax error, or of a name that an object has twice. The messages of the
 * engine do not always contain a position; this scanner runs after `JSON.parse` has rejected a text or dropped a member.
 */
import type { Message, MessageCode } from '../../errors/messages.ts'
import { excerptOf } from '../../errors/plain-text.ts'

export interface JsonFault {
  readonly reason: Message
  /** Number of characters before the error. */
  readonly position: number
  /** Line number, starting with 1. */
  readonly line: number
  readonly column: number
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'separator' | 'end'

const blank = /[ \t\n\r]*/y
const numberOrWord = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y
// oxlint-disable-next-line no-control-regex -- JSON strings may not hold them
const plainText = /[^"\\\u0000-\u001f]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Returns the end of the string that starts at `at`, or the error in it. */
function stringEnd(text: string, at: number): number | Pick<JsonFault, 'reason' | 'position'> {
  let position = at + 1
  for (;;) {
    position = matchEnd(plainText, text, position)
    if (position >= text.length) return { reason: { code: 'json_open_string' }, position }
    if (text[position] === '"') return position + 1
    if (text[position] !== '\\') return { reason: { code: 'json_control_character' }, position }
    const end = matchEnd(escape, text, position)
    if (end === -1) return { reason: { code: 'json_invalid_escape' }, position }
    position = end
  }
}

const wanted: Readonly<Record<Expected, MessageCode>> = {
  value: 'json_value',
  'value or ]': 'json_value_or_end',
  key: 'json_name',
  'key or }': 'json_name_or_end',
  colon: 'json_colon',
  separator: 'json_separator',
  end: 'json_end',
}

/**
 * Returns the first syntax error; undefined if the text is valid JSON.
 * @param options.inList the text starts with an element of a list that was opened before
 * @param options.uniqueNames a name that an object has twice is an error too
 */
export function locateJsonError(
  text: string,
  { inList = false, uniqueNames = false }: { readonly inList?: boolean; readonly uniqueNames?: boolean } = {},
): JsonFault | undefined {
  /** Names of the open objects. */
  const names: Set<unknown>[] = []
  const open: ('{' | '[')[] = inList ? ['['] : []
  let expected: Expected = 'value'
  let position = matchEnd(blank, text, 0)
  while (position < text.length) {
    const character = text[position]!
    const inside = open.at(-1)
    let end = position + 1
    if (character === '"' && expected !== 'colon' && expected !== 'separator' && expected !== 'end') {
      const found = stringEnd(text, position)
      if (typeof found !== 'number') return fault(text, found.position, found.reason)
      end = found
      if (uniqueNames && expected.startsWith('key')) {
        const name: unknown = JSON.parse(text.slice(position, end))
        if (names.at(-1)?.has(name) === true)
          return fault(text, position, { code: 'json_repeated_name', params: { name: excerptOf(name) } })
        names.at(-1)?.add(name)
      }
      expected = expected.startsWith('key') ? 'colon' : afterValue(open)
    } else if (expected.startsWith('value') && (character === '{' || character === '[')) {
      open.push(character)
      if (character === '{') names.push(new Set())
      expected = character === '{' ? 'key or }' : 'value or ]'
    } else if (
      (character === '}' && inside === '{' && (expected === 'separator' || expected === 'key or }')) ||
      (character === ']' && inside === '[' && (expected === 'separator' || expected === 'value or ]'))
    ) {
      if (open.pop() === '{') names.pop()
      expected = afterValue(open)
    } else if (character === ':' && expected === 'colon') {
      expected = 'value'
    } else if (character === ',' && expected === 'separator') {
      expected = inside === '{' ? 'key' : 'value'
    } else {
      end = expected.startsWith('value') ? matchEnd(numberOrWord, text, position) : -1
      if (end === -1) return fault(text, position, unexpected(text, position, expected))
      expected = afterValue(open)
    }
    position = matchEnd(blank, text, end)
  }
  if (expected === 'end') return undefined
  return fault(text, position, { code: 'json_missing', params: { expected: { code: wanted[expected] } } })
}

const afterValue = (open: readonly string[]): Expected => (open.length === 0 ? 'end' : 'separator')

function unexpected(text: string, position: number, expected: Expected): Message {
  const word = /^[\w+-][\w.+-]{0,30}|^./su.exec(text.slice(position, position + 40))?.[0] ?? ''
  const params = { expected: { code: wanted[expected] }, found: JSON.stringify(word) }
  return { code: 'json_unexpected', params }
}

function fault(text: string, position: number, reason: Message): JsonFault {
  const before = text.slice(0, position)
  const line = before.split('\n').length
  return { reason, position, line, column: position - before.lastIndexOf('\n') }
}
