/** Returns the formats for the language and the preferences of the user. */
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/me.ts'
import type { Preferences } from '../api/preferences.ts'
import { createFormats, type Formats } from './formats.ts'

export function useFormats(): Formats {
  const { i18n } = useTranslation()
  const { preferences, time_zone: serviceZone } = useMe()
  return sharedFormats(i18n.language, preferences, serviceZone)
}

let last: { readonly language: string; readonly preferences: Preferences; readonly zone: string } | undefined
let formats: Formats | undefined

/**
 * Returns the same formats as long as language and preferences are the same: creating formatters takes longer than
 * rendering a component, and every cell of a table uses them.
 */
export function sharedFormats(language: string, preferences: Preferences, zone: string): Formats {
  const isKnown = last?.language === language && last.preferences === preferences && last.zone === zone
  if (formats !== undefined && isKnown) return formats
  last = { language, preferences, zone }
  formats = createFormats(intlLanguage(language), preferences, zone)
  return formats
}

/** Pseudo-languages format values like English. */
const intlLanguage = (language: string): string => (/-x[ab]$/.test(language) ? 'en' : language)
