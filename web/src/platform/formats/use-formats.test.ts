import { expect, it } from 'vitest'
import { defaultPreferences } from '../api/preferences.ts'
import { sharedFormats } from './use-formats.ts'

it('creates formats once for all components, and again for other preferences', () => {
  const preferences = { ...defaultPreferences, number_format: 'en' } as const
  const first = sharedFormats('en', preferences, '')
  expect(sharedFormats('en', preferences, '')).toBe(first)
  expect(sharedFormats('en', { ...preferences, number_format: 'de' }, '').number(0.5)).toBe('0,5')
  expect(sharedFormats('de', preferences, '').language).toBe('de')
  expect(sharedFormats('en', preferences, 'Asia/Tokyo')).not.toBe(first)
})
