/** Texts within messages that are not in `words/`. */
import type { Message } from './messages.ts'

/**
 * Returns a text of another program as a part of a message: of the system, of PostgreSQL, of a mail server, of an
 * extension module. The compiler rejects text that is written here: it belongs into `words/`, in every language.
 */
export const foreignText = <Text extends string>(text: string extends Text ? Text : never): Message => ({
  code: 'plain_text',
  params: { text },
})

/** Returns the text of an error of another program. */
export const errorText = (error: unknown): Message =>
  foreignText(error instanceof Error ? error.message : String(error))
