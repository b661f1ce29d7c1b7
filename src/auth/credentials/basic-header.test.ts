import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBasic, encodeBasic, parseAuthorization } from './basic-header.ts'

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64')

describe('the Authorization header', () => {
  test.each([undefined, '', '   ', '\t'])('is no credential when it is %j', (header) => {
    expect(parseAuthorization(header)).toBeUndefined()
  })

  test('may write its scheme in any case and blanks around its value', () => {
    expect(parseAuthorization('  BASIC   dTpw ')).toEqual({ scheme: 'basic', value: 'dTpw' })
  })
})

describe('a Basic credential', () => {
  test.each([
    ['nothing', ''],
    ['other characters than base64', 'dTpw!'],
    ['two values', 'dTpw dTpw'],
    ['no colon', base64([...Buffer.from('user')])],
    ['no name', base64([...Buffer.from(':secret')])],
    ['bytes that are not UTF-8', base64([0x75, 0xfc, 0x3a, 0x70])],
  ])('is refused with %s', (_case, value) => {
    expect(decodeBasic(value)).toBeUndefined()
  })

  test('keeps colons of the password', () => {
    expect(decodeBasic(encodeBasic({ name: 'u', password: ':a:b:' }).slice(6))).toEqual({
      name: 'u',
      password: ':a:b:',
    })
  })

  test('keeps a byte order mark, which is part of the name', () => {
    const header = encodeBasic({ name: '\uFEFFu', password: 'p' })
    expect(decodeBasic(header.slice(6))?.name).toBe('\uFEFFu')
  })

  test('comes back as it was sent, whatever its letters', () => {
    const text = string({ unit: 'grapheme' })
    const name = text.filter((value) => value !== '' && !value.includes(':'))
    assert(
      property(name, text, (name, password) => {
        const header = parseAuthorization(encodeBasic({ name, password }))
        expect(header?.scheme).toBe('basic')
        expect(decodeBasic(header?.value ?? '')).toEqual({ name, password })
      }),
    )
  })
})
