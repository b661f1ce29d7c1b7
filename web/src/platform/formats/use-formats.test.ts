import { expect, it } from 'vitest'
import { defaultPreferences } from '../api/preferences.ts'
import { sharedFormats } from './use-formats.ts'

it('creates formats once for all components, and others for other preferences', () => {
  const options = { language: 'en', preferences: defaultPreferences, zone: '' }
  const first = sharedFormats(options)
  expect(sharedFormats({ ...options })).toBe(first)
  const german = { ...defaultPreferences, number_format: 'de' }
  expect(sharedFormats({ ...options, preferences: german }).number(0.5)).toBe('0,5')
  expect(sharedFormats({ ...options, language: 'de' }).language).toBe('de')
  expect(sharedFormats({ ...options, zone: 'Asia/Tokyo' })).not.toBe(first)
})
