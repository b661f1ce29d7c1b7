/** Texts within messages that are not in `words/`. */
import type { Message } from './messages.ts'

const plainText = (text: string): Message => ({ code: 'plain_text', params: { text } })

/**
 * Returns an English text as a part of a message. `planctl` has no language of its own: its help, its output and its
 * log are in English. `test/architecture.test.ts` lists the folders and files that may use these texts.
 */
export const englishText = plainText

/**
 * Returns a text of another program as a part of a message: of the system, of PostgreSQL, of a mail server, of an
 * extension module. The compiler rejects text that is written here: it belongs into `words/`, in every language.
 */
export const foreignText = <Text extends string>(text: string extends Text ? Text : never): Message =>
  plainText(text)

/** Returns the text of an error of another program. */
export const errorText = (error: unknown): Message =>
  foreignText(error instanceof Error ? error.message : String(error))

/** Returns a value of a request as text for a message: at most 100 characters. */
export const excerptOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)
