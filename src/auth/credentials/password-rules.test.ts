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
    ['company2026', 'password_too_common'],
    ['Company2026!', 'password_too_common'],
    ['C0mp@ny2026', 'password_too_common'],
    ['2026Company', 'password_too_common'],
    ['Sommer2025!', 'password_too_common'],
    ['Été2026!!', 'password_too_common'],
    ['entreprise2026', 'password_too_common'],
    ['Azienda_2026', 'password_too_common'],
    ['empresa12345', 'password_too_common'],
    ['Wachtwoord#1', 'password_too_common'],
    ['Unternehmen24', 'password_too_common'],
    ['example2026', 'password_too_common'],
    ['muller01.01.90', 'password_too_common'],
    ['theresa20261231', 'password_too_common'],
    ['abcdefgh1234', 'password_too_common'],
    ['qwertz98765', 'password_too_common'],
    ['aZ3$aZ3$aZ3$', 'password_too_common'],
  ])('%j is refused with %s', (password, code) => {
    expect(codes(password)).toContain(code)
  })

  test('tells all its faults at once', () => {
    expect(codes(' aaa')).toEqual(['password_too_short', 'password_edges', 'password_too_common'])
  })

  test.each([
    'correct horse',
    'correct horse 42',
    'pass:wörd: 42!',
    'a new password 7',
    'very secret 42',
    'quite a long benchmark phrase',
    'company of three bicycles',
    'Tr0mbone',
    'пароль-длинный',
    'I am theresa and I plan',
    'x'.repeat(3) + 'yz-12345',
  ])('%j is taken', (password) => {
    expect(codes(password)).toEqual([])
  })
})
