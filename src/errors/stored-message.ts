/** Reads and writes stored messages: as JSON, so that each reader gets them in the own language. */
import { englishMessages, type Message, type MessageCode } from './messages.ts'

export const storedMessage = ({ code, params = {} }: Message): string => JSON.stringify({ code, params })

const isCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' && Object.hasOwn(englishMessages.words, code)

/** Returns the message of a stored text; undefined without a text, and for a text in an unknown format. */
export const parseStoredMessage = (text: string | null): Message | undefined =>
  text === null ? undefined : messageOf(JSON.parse(text))

function messageOf(value: unknown): Message | undefined {
  const { code, params }: { code?: unknown; params?: unknown } = Object(value)
  if (!isCode(code)) return undefined
  const known = Object.entries<unknown>(Object(params)).flatMap(
    ([name, param]): readonly [string, string | number | Message][] => {
      const read = typeof param === 'string' || typeof param === 'number' ? param : messageOf(param)
      return read === undefined ? [] : [[name, read]]
    },
  )
  return { code, params: Object.fromEntries(known) }
}
