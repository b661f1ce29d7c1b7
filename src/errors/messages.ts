/**
 * Formats messages. A message is a code with parameters, so that a fault has the same text in the API, the log and
 * the screen, in the language of the reader. The texts are in `words/<language>/messages.json`, `reasons.json`,
 * `results.json`, `mails.json`, `findings.json` and `remarks.json`.
 */
import findings from '../../words/en/findings.json' with { type: 'json' }
import mails from '../../words/en/mails.json' with { type: 'json' }
import messages from '../../words/en/messages.json' with { type: 'json' }
import reasons from '../../words/en/reasons.json' with { type: 'json' }
import remarks from '../../words/en/remarks.json' with { type: 'json' }
import results from '../../words/en/results.json' with { type: 'json' }
import { formatText, type TextId, type Texts } from '../words/texts.ts'

const english = { ...messages, ...reasons, ...results, ...mails, ...findings, ...remarks }

type EnglishId = keyof typeof english
export type MessageCode = TextId<EnglishId>

/** Values for placeholders; a nested message is formatted in the same language. */
export type MessageParams = Readonly<Record<string, string | number | Message>>

export interface Message {
  readonly code: MessageCode
  readonly params?: MessageParams
}

/** The texts of one language by code. */
export type MessageTexts = Texts<EnglishId>

export const englishMessages: MessageTexts = { language: 'en', words: english }

/** Returns the text of a message in the language of `texts` (see `loadMessages`); English by default. */
export function messageText({ code, params = {} }: Message, texts: MessageTexts = englishMessages): string {
  const filled = Object.entries(params).map(
    ([name, value]) => [name, typeof value === 'object' ? messageText(value, texts) : value] as const,
  )
  const text = formatText(texts, code, Object.fromEntries(filled))
  return code === 'clause' ? clauseOf(text) : text
}

/** Returns the first line of a text without its final mark, as a part of another sentence. */
const clauseOf = (text: string): string => (text.split('\n', 1)[0] ?? '').replace(/\s*[.:。：]$/, '')

/** Returns one message of several sentences, in this order. */
export const joinSentences = (first: Message, ...others: readonly Message[]): Message =>
  others.reduce((before, after) => ({ code: 'sentences', params: { before, after } }), first)

/** Returns a message as a sentence: with a full stop, unless it ends with a mark of its own. */
export const asSentence = (message: Message): Message =>
  /(?:^|[.!?])$/.test(messageText(message).trimEnd()) ? message : { code: 'sentence', params: { message } }

/** Returns one message that lists messages, separated by semicolons. */
export const joinItems = (first: Message, ...others: readonly Message[]): Message =>
  others.reduce((before, after) => ({ code: 'items', params: { before, after } }), first)

/** Returns one message that lists messages, separated by commas. */
export const joinList = (first: Message, ...others: readonly Message[]): Message =>
  others.reduce((before, after) => ({ code: 'listed', params: { before, after } }), first)

/**
 * Returns one message that lists names, with a mark at the end if there are more than those.
 * @param total number of all names
 */
export function listNames(names: readonly Message[], total = names.length, join = joinList): Message {
  const [first = { code: 'listed', params: { before: '', after: '' } } as const, ...others] = names
  const list = join(first, ...others)
  return total > names.length ? { code: 'names_cut', params: { names: list } } : list
}

/** Returns one message with a line for each message. */
export const joinLines = (first: Message, ...others: readonly Message[]): Message =>
  others.reduce((before, after) => ({ code: 'lines', params: { before, after } }), first)
