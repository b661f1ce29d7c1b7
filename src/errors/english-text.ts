/**
 * Texts in English. `planctl` has no language of its own: its help, its output and its log are in English, as are the
 * summaries of tasks. `test/architecture.test.ts` lists the folders and files that may use these texts.
 */
import type { Message } from './messages.ts'

/** Returns an English text as a part of a message. */
export const englishText = (text: string): Message => ({ code: 'plain_text', params: { text } })
