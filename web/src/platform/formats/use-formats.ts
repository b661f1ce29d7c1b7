/** Returns the formats for the language and the preferences of the user. */
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/me.ts'
import type { Preferences } from '../api/preferences.ts'
import { createFormats, type Formats, memoized } from './formats.ts'

export function useFormats(): Formats {
  const { i18n } = useTranslation()
  const { preferences, time_zone: zone } = useMe()
  return sharedFormats({ language: i18n.language, preferences, zone })
}

interface FormatOptions {
  readonly language: string
  readonly preferences: Preferences
  /** Time zone of the service. */
  readonly zone: string
}

/** Returns the same formats for the same options, because every cell of a table uses them. */
export const sharedFormats = memoized(({ language, preferences, zone }: FormatOptions) =>
  createFormats(intlLanguage(language), preferences, zone),
)

/** Pseudo-languages format values like English. */
const intlLanguage = (language: string): string => (/-x[ab]$/.test(language) ? 'en' : language)
