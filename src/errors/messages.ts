/**
 * Puts a message into words. A message is a code with parameters, so that one fault reads the same in the
 * API, a log and the screen, in the language of whoever reads it.
 */
import { english, type MessageCode } from './messages/en.ts'

export type { MessageCode } from './messages/en.ts'

export interface Message {
  readonly code: MessageCode
  /** What the text names; a message within a message is put into the same language. */
  readonly params?: Readonly<Record<string, string | number | Message>>
}

/** The texts of one language by code; `{name}` is replaced by the parameter of that name. */
export type MessageTexts = Readonly<Record<MessageCode, string>>

/** The message in the language of the texts (see `loadMessages`), else in English. */
export function messageText(message: Message, texts: MessageTexts = english): string {
  const text = texts[message.code]
  const params = message.params
  if (params === undefined) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? whole
    return typeof value === 'object' ? messageText(value, texts) : String(value)
  })
}
