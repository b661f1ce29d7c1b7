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

/** The password: from standard input, from the environment, or asked for twice. Throws `usage` without a way. */
export async function askPassword({ terminal, signal }: Asked, fromInput: boolean): Promise<string> {
  if (fromInput) return firstLine(await text(process.stdin))
  const given = process.env['PLANCTL_PASSWORD']
  if (given !== undefined && given !== '') return given
  if (!terminal.interactive) {
    const reason =
      'There is no terminal to ask for the password. Give it on standard input with --password-stdin, or in the variable PLANCTL_PASSWORD.'
    throw new ServiceError('usage', { reason })
  }
  const password = await terminal.askHidden('Password: ', signal)
  const again = await terminal.askHidden('The same again: ', signal)
  if (password === again) return password
  throw new ServiceError('command_failed', { reason: 'The two passwords differ. Nothing was changed.' })
}

const firstLine = (input: string): string => input.split(/\r?\n/, 1)[0] ?? ''
