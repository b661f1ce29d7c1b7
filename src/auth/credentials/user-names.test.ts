import { expect, it } from 'vitest'
import { hasInvisible, nameSkeleton } from './user-names.ts'

it.each(['аdmin', 'ＡＤＭＩＮ', 'admın', 'ADMİN', 'admi\u0307n', 'Αdmin', 'аԁmіո', ' admin '])(
  '"%s" looks like admin',
  (name) => {
    expect(nameSkeleton(name)).toBe('admin')
  },
)

it.each([
  ['müller', 'muller'],
  ['anna', 'anne'],
  ['иван', 'иваn'],
  ['o1', 'ol'],
])('"%s" does not look like "%s"', (one, other) => {
  expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
})

it('knows names with characters that nobody sees', () => {
  for (const character of '\u200b\u00ad\u202e\u3164\u00a0\u2003\u0007\ufe0f\u2028')
    expect(hasInvisible(`ad${character}min`), character.codePointAt(0)?.toString(16)).toBe(true)
  for (const name of ['ann', 'Ann Müller', '山田 太郎', 'иван.иванов@example.com', "o'neil_1"])
    expect(hasInvisible(name), name).toBe(false)
})
