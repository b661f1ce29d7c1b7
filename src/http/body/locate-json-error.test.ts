import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageText } from '../../errors/messages.ts'
import { repeatedName } from './json-text.ts'
import { locateJsonError } from './locate-json-error.ts'

describe('the place where JSON breaks', () => {
  it.each([
    ['[{"quantity": NaN}]', 14, 'NaN'],
    ['{"a": Infinity}', 6, 'Infinity'],
    ['{"a": 1,}', 8, 'name in double quotes'],
    ['{a: 1}', 1, '"a"'],
    ['[1, 2', 5, '"," or the closing bracket'],
    ['{"a" 1}', 5, '":"'],
    ["{'a': 1}", 1, 'name'],
    ['[1] x', 4, 'the end'],
    ['{"a": "b', 8, 'not closed'],
    ['["\\x"]', 2, 'escape'],
    ['["a\tb"]', 3, 'control character'],
    ['[01]', 1, 'value'],
    ['[1}', 2, 'closing bracket'],
    ['', 0, 'a value is missing'],
    ['[,1]', 1, '"]"'],
  ])('finds it in %s', (text, position, reason) => {
    const found = locateJsonError(text)!
    expect(found).toMatchObject({ position })
    expect(messageText(found.reason)).toContain(reason)
  })

  it.each([
    ['{"a": 1, "b": {"a": 2}, "a": 3}', 24],
    [String.raw`[{"a": 1}, {"a": ":", "\u0061" : 2}]`, 22],
    ['{"a": [{"b": 1, "b": 2}]}', 16],
  ])('finds a name that an object has twice: %s', (text, position) => {
    const found = repeatedName(text, JSON.parse(text))!
    expect(found).toMatchObject({ position, reason: { code: 'json_repeated_name' } })
  })

  it('finds no repeated name where there is none', () => {
    for (const value of [{ a: ':1', b: '":' }, [{ a: 1 }, { a: 1 }], { a: { a: [{ a: null }] } }, 'a:":'])
      expect(repeatedName(JSON.stringify(value, null, 2), value)).toBeUndefined()
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text)
        const plain = JSON.stringify(value)
        expect(repeatedName(plain, value)).toBeUndefined()
      }),
    )
  })

  it('counts lines and columns', () => {
    expect(locateJsonError('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({ line: 3, column: 3 })
  })

  it('agrees with the engine on what is JSON', () => {
    const pieces = fc.array(fc.constantFrom(...Array.from('{}[],:"ab1.-e \\\n'), 'true', 'null', '"x"'))
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((parts) => parts.join('')),
          fc.json(),
        ),
        (text) => {
          let valid = true
          try {
            JSON.parse(text)
          } catch {
            valid = false
          }
          expect(locateJsonError(text) === undefined).toBe(valid)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('survives very deep and very long texts', () => {
    expect(locateJsonError('['.repeat(200_000))).toMatchObject({ position: 200_000 })
    expect(locateJsonError(`"${'a'.repeat(2_000_000)}`)).toMatchObject({ position: 2_000_001 })
  })
})
