/**
 * Determines which commands run in a supervised process that is restarted when it fails, and notifies the supervisor
 * when the process serves.
 */

/** Option of the process that does the work, which is not supervised itself. */
export const unsupervised = '--unsupervised'

const commands: ReadonlySet<string> = new Set(['runserver', 'demo'])

/** Options that the command must handle directly, or with which it starts its own processes. */
const others: ReadonlySet<string> = new Set(['--watch', unsupervised, '--help', '-h'])

export function isSupervised(args: readonly string[]): boolean {
  const command = args.find((arg) => !arg.startsWith('-'))
  if (command === undefined || !commands.has(command)) return false
  return !args.some((arg) => others.has(arg.split('=')[0] ?? ''))
}

/** Notifies the parent process, if there is a channel to it, that the server answers requests. */
export function announceReady(): void {
  process.send?.('ready')
}
