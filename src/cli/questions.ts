/** Prompts of a command: for a confirmation and for a password. */
import { text } from 'node:stream/consumers'
import { englishText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { CommandContext } from './command.ts'

type Asked = Pick<CommandContext, 'terminal' | 'signal'>

/**
 * Asks for a confirmation. Throws `canceled` unless the answer is yes, and `usage` without a terminal.
 * @param warning the consequences of the action
 */
export async function confirm({ terminal, signal }: Asked, warning: string): Promise<void> {
  if (!terminal.interactive) {
    const reason = `${warning} There is no terminal to ask for a confirmation: add --noinput to do it without asking.`
    throw new ServiceError('usage', { reason })
  }
  terminal.say(warning)
  const answer = await terminal.ask('Type "yes" to go on: ', signal)
  if (answer.trim().toLowerCase() === 'yes') return
  throw new ServiceError('canceled')
}

/** Sources of a password other than a prompt. */
export interface PasswordSource {
  readonly fromInput: boolean
  /** Whether prompting is not allowed. */
  readonly unasked: boolean
  /** Environment variables that may contain the password, in this order. */
  readonly variables: readonly string[]
}

/**
 * Returns the password from standard input, from the environment, or from a prompt with repetition. Throws `usage` if
 * none is possible.
 */
export async function askPassword(
  { terminal, signal }: Asked,
  { fromInput, unasked, variables }: PasswordSource,
): Promise<string> {
  if (fromInput) return firstLine(await text(process.stdin))
  const given = variables
    .map((name) => process.env[name])
    .find((value) => value !== undefined && value !== '')
  if (given !== undefined) return given
  if (unasked || !terminal.interactive) {
    const reason =
      'Nobody can be asked for the password. Give it on standard input with --password-stdin, or in the variable PLANCTL_PASSWORD.'
    throw new ServiceError('usage', { reason })
  }
  const password = await terminal.askHidden('Password: ', signal)
  const again = await terminal.askHidden('The same again: ', signal)
  if (password === again) return password
  throw new ServiceError('command_failed', {
    reason: englishText('The two passwords differ. Nothing was changed.'),
  })
}

const firstLine = (input: string): string => input.split(/\r?\n/, 1)[0] ?? ''
