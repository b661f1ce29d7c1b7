/** Reads and writes stored messages: as JSON, so that each reader gets them in the own language. */
import { englishMessages, type Message, type MessageCode } from './messages.ts'

export const storedMessage = ({ code, params = {} }: Message): string => JSON.stringify({ code, params })

const isCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' && Object.hasOwn(englishMessages.words, code)

/** Returns the message of a stored text; undefined without a text, and for a text in an unknown format. */
export function parseStoredMessage(text: string | null): Message | undefined {
  if (text === null) return undefined
  const { code, params }: { code?: unknown; params?: unknown } = Object(JSON.parse(text))
  if (!isCode(code)) return undefined
  const known = Object.entries(Object(params)).flatMap(
    ([name, value]): readonly [string, string | number][] =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
  )
  return { code, params: Object.fromEntries(known) }
}
