/**
 * Puts a message into words. A message is a code with parameters, so that one fault reads the same in the
 * API, a log and the screen, in the language of whoever reads it.
 */
import { english, type MessageCode } from './messages/en.ts'

export type { MessageCode } from './messages/en.ts'

export interface Message {
  readonly code: MessageCode
  readonly params?: Readonly<Record<string, string | number>>
}

/** Texts by code; `{name}` is replaced by the parameter of that name. */
export type MessageTexts = Readonly<Record<MessageCode, string>>

const languages = new Map<string, Partial<MessageTexts>>([['en', english]])

/** Makes a language known; English fills what it lacks. */
export function registerMessages(language: string, texts: Partial<MessageTexts>): void {
  languages.set(language, texts)
}

/** The message in a language. */
export function messageText(message: Message, language: string): string {
  const text = languages.get(language)?.[message.code] ?? english[message.code]
  const params = message.params
  if (params === undefined) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}
