/** Returns the formats for the language and the preferences of the user. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/me.ts'
import { createFormats, type Formats } from './formats.ts'

export function useFormats(): Formats {
  const { i18n } = useTranslation()
  const { preferences, time_zone: serviceZone } = useMe()
  return useMemo(
    () => createFormats(intlLanguage(i18n.language), preferences, serviceZone),
    [i18n.language, preferences, serviceZone],
  )
}

/** Pseudo-languages format values like English. */
const intlLanguage = (language: string): string => (/-x[ab]$/.test(language) ? 'en' : language)
