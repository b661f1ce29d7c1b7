import { expect, test } from 'vitest'
import { processorClock } from '../../test/support/processor-time.ts'
import { languageOf } from './language.ts'

test('a header of any length is read in no time', () => {
  const processorMs = processorClock()
  const headers = ['a-'.repeat(30_000), 'x,'.repeat(30_000), 'a-b;q=0.5,'.repeat(6_000), '-'.repeat(60_000)]
  for (const header of headers) expect(languageOf('auto', header, 'en')).toBe('en')
  expect(languageOf('auto', 'constructor, __proto__, fr', 'en')).toBe('fr')
  expect(processorMs()).toBeLessThan(1_000)
})

test.each([
  ['de', 'fr', 'de'],
  ['auto', undefined, 'en'],
  ['auto', '', 'en'],
  ['auto', '*', 'en'],
  ['auto', 'tlh, xx;q=0.5', 'en'],
  ['auto', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['auto', 'en;q=0.5, fr;q=0.9', 'fr'],
  ['auto', 'fr;q=0, nl', 'nl'],
  ['auto', 'pt-BR', 'pt-br'],
  ['auto', 'pt-PT', 'pt'],
  ['auto', 'zh-TW', 'zh-hant'],
  ['auto', 'zh-Hans-CN', 'zh-hans'],
  ['auto', 'zh', 'zh-hans'],
  ['auto', 'fr;q=nonsense, it', 'it'],
])('a user with %s and a browser that says %j is spoken to in %s', (stored, header, expected) => {
  expect(languageOf(stored, header, 'en')).toBe(expected)
})
