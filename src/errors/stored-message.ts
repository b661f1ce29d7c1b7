/** Reads and writes stored messages: as JSON, so that each reader gets them in the own language. */
import {
  englishMessages,
  type Message,
  type MessageCode,
  messageText,
  type MessageTexts,
} from './messages.ts'
import { foreignText } from './plain-text.ts'

export const storedMessage = ({ code, params = {} }: Message): string => JSON.stringify({ code, params })

const isCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' &&
  // A text that depends on a number has a plural form at its end.
  [code, `${code}_other`].some((id) => Object.hasOwn(englishMessages.words, id))

/** Returns the message of a stored text; undefined without a text, and for a text in an unknown format. */
export const parseStoredMessage = (text: string | null): Message | undefined =>
  text === null ? undefined : readMessage(JSON.parse(text))

/** Returns the message of a stored text; undefined also if this release does not know a part of it. */
const parseWholeMessage = (text: string | null): Message | undefined =>
  text === null ? undefined : readWholeMessage(JSON.parse(text))

/** Returns the value as a message; undefined if it is none, or if this release does not know a part of it. */
export function readWholeMessage(value: unknown): Message | undefined {
  let isWhole = true
  const message = readMessage(value, () => (isWhole = false))
  return isWhole ? message : undefined
}

/** @param onUnknown called for a message that this release does not know */
function readMessage(value: unknown, onUnknown?: () => void): Message | undefined {
  const { code, params }: { code?: unknown; params?: unknown } = Object(value)
  if (!isCode(code)) {
    onUnknown?.()
    return undefined
  }
  const known = Object.entries<unknown>(Object(params)).flatMap(
    ([name, param]): readonly [string, string | number | Message][] => {
      const read =
        typeof param === 'string' || typeof param === 'number' ? param : readMessage(param, onUnknown)
      return read === undefined ? [] : [[name, read]]
    },
  )
  return { code, params: Object.fromEntries(known) }
}

/** A message as records of tasks keep it. */
export interface RecordedMessage {
  /** In English. */
  readonly message: string | null
  /** As a code with parameters; null if it is only a text, as in records of earlier releases. */
  readonly codedMessage: string | null
}

/** Returns the message of a record; undefined without one. */
export function messageOfRecord({ message: text, codedMessage }: RecordedMessage): Message | undefined {
  return text === null ? undefined : (parseWholeMessage(codedMessage) ?? foreignText(text))
}

/** Returns the message of a record in a language; null without one. */
export function recordedText(record: RecordedMessage, texts: MessageTexts): string | null {
  // In English it is what was recorded, although the text of the code may have changed since.
  if (texts.language === 'en') return record.message
  const message = messageOfRecord(record)
  return message === undefined ? null : messageText(message, texts)
}
