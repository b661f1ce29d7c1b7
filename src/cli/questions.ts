/** Questions a command asks before it goes on: whether to do it at all, and for a password. */
import { text } from 'node:stream/consumers'
import { ServiceError } from '../errors/service-error.ts'
import type { CommandContext } from './command.ts'

type Asked = Pick<CommandContext, 'terminal' | 'signal'>

/**
 * Goes on only with a yes. Throws `canceled` for anything else, and `usage` where nobody can be asked.
 * @param warning what would happen
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

/** Where a password may come from besides a person. */
export interface PasswordSource {
  readonly fromInput: boolean
  /** Nobody is to be asked. */
  readonly unasked: boolean
  /** Variables of the environment that may hold it, the first one first. */
  readonly variables: readonly string[]
}

/** The password: from standard input, from the environment, or asked for twice. Throws `usage` without a way. */
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
  throw new ServiceError('command_failed', { reason: 'The two passwords differ. Nothing was changed.' })
}

const firstLine = (input: string): string => input.split(/\r?\n/, 1)[0] ?? ''
