/**
 * Formats messages. A message is a code with parameters, so that a fault has the same text in the API, the log and
 * the screen, in the language of the reader.
 */
import { english, type MessageCode } from './messages/en.ts'

export type { MessageCode } from './messages/en.ts'

export interface Message {
  readonly code: MessageCode
  /** Values for the placeholders; a nested message is formatted in the same language. */
  readonly params?: Readonly<Record<string, string | number | Message>>
}

/** The texts of one language by code; `{name}` is replaced by the parameter with that name. */
export type MessageTexts = Readonly<Record<MessageCode, string>>

/** Returns the text of a message in the language of `texts` (see `loadMessages`); English by default. */
export function messageText(message: Message, texts: MessageTexts = english): string {
  const text = texts[message.code]
  const params = message.params
  if (params === undefined) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? whole
    return typeof value === 'object' ? messageText(value, texts) : String(value)
  })
}
