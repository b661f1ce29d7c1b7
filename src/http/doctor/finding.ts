/** Results of the checks of an installation, as messages that are formatted in the language of the reader. */
import type { checkNames, findingStates } from '../../contract/checks.ts'
import { type Message, type MessageCode, messageText, type MessageTexts } from '../../errors/messages.ts'

export type CheckName = (typeof checkNames)[number]
export type FindingState = (typeof findingStates)[number]

export interface Finding {
  readonly check: CheckName
  readonly state: FindingState
  readonly message: Message
  /** What to do about the problem; undefined if there is none. */
  readonly remedy?: Message
}

type Params = NonNullable<Message['params']>

export const ok = (check: CheckName, code: MessageCode, params: Params = {}): Finding => ({
  check,
  state: 'ok',
  message: { code, params },
})

/** @param params values for the message and for its remedy */
export const warning = (
  check: CheckName,
  code: MessageCode,
  remedy: MessageCode,
  params: Params = {},
): Finding => ({ check, state: 'warning', message: { code, params }, remedy: { code: remedy, params } })

export const failed = (
  check: CheckName,
  code: MessageCode,
  remedy: MessageCode,
  params: Params = {},
): Finding => ({ ...warning(check, code, remedy, params), state: 'failed' })

/** A finding in one language. */
export interface WordedFinding {
  readonly check: CheckName
  readonly state: FindingState
  readonly message: string
  readonly remedy: string | undefined
}

/** Returns the finding in the language of `texts`; English by default. */
export const wordFinding = (
  { check, state, message, remedy }: Finding,
  texts?: MessageTexts,
): WordedFinding => ({
  check,
  state,
  message: messageText(message, texts),
  remedy: remedy === undefined ? undefined : messageText(remedy, texts),
})
