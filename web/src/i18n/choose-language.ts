/** The user chooses a language: for the account, for this browser, and for what is on the screen. */
import type { QueryClient } from '@tanstack/react-query'
import { changeMe } from '../api/me.ts'
import { changeLanguage } from './i18n.ts'
import { browserLanguage } from './languages.ts'
import { rememberLanguage } from './reader-language.ts'

/** @param code `auto` leaves it to the browser */
export async function chooseLanguage(client: QueryClient, code: string): Promise<void> {
  await changeMe({ language: code })
  const spoken = code === 'auto' ? browserLanguage() : code
  rememberLanguage(spoken)
  await changeLanguage(spoken)
  // Labels and messages come from the service.
  await client.invalidateQueries()
}
