/** Which commands run in a process that is started again when it dies, and how that process says that it serves. */

/** Option of the process that does the work: nothing stands above it. */
export const unsupervised = '--unsupervised'

const commands: ReadonlySet<string> = new Set(['runserver', 'demo'])

/** Options with which the command itself must answer, or starts processes of its own. */
const others: ReadonlySet<string> = new Set(['--watch', unsupervised, '--help', '-h'])

export function isSupervised(args: readonly string[]): boolean {
  const command = args.find((arg) => !arg.startsWith('-'))
  if (command === undefined || !commands.has(command)) return false
  return !args.some((arg) => others.has(arg.split('=')[0] ?? ''))
}

/** Tells the process that started this one, if one listens, that requests are answered. */
export function announceReady(): void {
  process.send?.('ready')
}
