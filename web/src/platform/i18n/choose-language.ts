/** Changes the language of the account, of this browser, and of the current screen. */
import type { QueryClient } from '@tanstack/react-query'
import { changeMe } from '../api/me.ts'
import { changeLanguage } from './i18n.ts'
import { browserLanguage } from './languages.ts'
import { rememberLanguage } from './reader-language.ts'

/** @param code `auto` for the language of the browser */
export async function chooseLanguage(client: QueryClient, code: string): Promise<void> {
  await changeMe({ language: code })
  const spoken = code === 'auto' ? browserLanguage() : code
  rememberLanguage(spoken)
  await changeLanguage(spoken)
  // Labels and messages come from the service in the new language.
  await client.invalidateQueries()
}
