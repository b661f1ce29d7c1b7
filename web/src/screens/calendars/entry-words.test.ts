/** Tests unsaved changes of calendar entries in words. */
import { expect, it } from 'vitest'
import { changedWords } from './entry-words.ts'

const words = (title: string, days: string, hours: string) => ({
  title,
  days,
  hours,
  all: [title, days, hours].join(' · '),
})

it('says what an entry was before and is now, and what stays once', () => {
  expect(changedWords(words('2', 'always', 'all day'), words('3', 'always', 'all day'))).toBe(
    '2 → 3 · always · all day',
  )
  expect(
    changedWords(words('open', 'always', '06:00–14:00'), words('open', 'from today', '06:00–22:00')),
  ).toBe('open · always → from today · 06:00–14:00 → 06:00–22:00')
})
