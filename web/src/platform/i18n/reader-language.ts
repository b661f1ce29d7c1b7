/**
 * Determines the language of a page: the choice in this browser before signing in, the language of the user
 * afterwards, else the language of the browser.
 */
import { nameHere } from '../api/base-path.ts'
import { cookieValue, rememberCookie } from '../api/cookies.ts'
import { browserLanguage, catalogueFor, pseudoLanguages } from './languages.ts'

const cookie = 'language'

/** Name in the storage of the browser tab: the language that was chosen to sign in. */
export const chosenLanguageName = nameHere('language')

/** `known` is the language of the signed-in user; undefined before signing in. */
export function readerLanguage(known: string | undefined): string {
  const chosen = cookieValue(cookie)
  // Pseudo-languages are only for tests of the layout; no account has them.
  if (chosen !== undefined && (known === undefined || pseudoLanguages.some((code) => code === chosen))) {
    return catalogueFor(chosen)
  }
  return known === undefined ? browserLanguage() : catalogueFor(known)
}

/** Saves the choice in this browser for visits before signing in. */
export function rememberLanguage(code: string): void {
  rememberCookie(cookie, code)
}
