/** Which language a page speaks: what was chosen in this browser, else what the service knows, else the browser's. */
import { cookieValue, rememberCookie } from '../api/cookies.ts'
import { browserLanguage, catalogueFor, pseudoLanguages } from './languages.ts'

const cookie = 'language'

/** `known` is the language of the user, once that one has signed in. */
export function readerLanguage(known: string | undefined): string {
  const chosen = cookieValue(cookie)
  // Pseudo-languages are for looking at; no user has them.
  if (chosen !== undefined && (known === undefined || pseudoLanguages.some((code) => code === chosen))) {
    return catalogueFor(chosen)
  }
  return known === undefined ? browserLanguage() : catalogueFor(known)
}

/** Keeps the choice for the next visit, before anybody has signed in. */
export function rememberLanguage(code: string): void {
  rememberCookie(cookie, code)
}
