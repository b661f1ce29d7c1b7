/**
 * Loads the messages of a language on first use. This takes one to four milliseconds, which commands in English do
 * not need.
 */
import { loadTexts } from '../words/load-words.ts'
import { englishMessages, type MessageTexts } from './messages.ts'

/** Areas of `words/<language>` with messages. */
export const messageAreas = ['messages', 'reasons', 'results', 'mails', 'findings', 'remarks'] as const

/** Returns the texts of a language, with English for missing texts and unknown languages. */
export async function loadMessages(language: string): Promise<MessageTexts> {
  return loadTexts(language, messageAreas, englishMessages.words)
}
