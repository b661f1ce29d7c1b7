import { describe, expect, test } from 'vitest'
import { passwordFaults } from './password-rules.ts'

const owner = { username: 'Theresa', email: 't.muller@example.com' }
const codes = (password: string): readonly string[] => passwordFaults(password, owner).map(({ code }) => code)

describe('a password', () => {
  test.each([
    ['', 'password_too_short'],
    ['sevench', 'password_too_short'],
    ['😀😀😁😁😂😂x', 'password_too_short'],
    ['a'.repeat(60) + 'bc'.repeat(40), 'too_long'],
    [' leading blank', 'password_edges'],
    ['theresa12', 'password_is_name'],
    ['aseReht!!', 'password_is_name'],
    ['t.muller@example.com', 'password_is_name'],
    ['t.muller', 'password_is_name'],
    ['Passw0rd', 'password_too_common'],
    ['ＰＡＳＳＷＯＲＤ', 'password_too_common'],
    ['aaaaaaaaaaaa', 'password_too_common'],
    ['abababababab', 'password_too_common'],
  ])('%j is refused with %s', (password, code) => {
    expect(codes(password)).toContain(code)
  })

  test('tells all its faults at once', () => {
    expect(codes(' aaa')).toEqual(['password_too_short', 'password_edges', 'password_too_common'])
  })

  test.each([
    'correct horse',
    'Tr0mbone',
    'пароль-длинный',
    'I am theresa and I plan',
    'x'.repeat(3) + 'yz-12345',
  ])('%j is taken', (password) => {
    expect(codes(password)).toEqual([])
  })
})
