/** Runs `planctl` on a terminal, which the program `script` provides. */
import { cleanEnvironment, planctlPath, type RunOptions } from './planctl.ts'
import { runProgram } from './programs.ts'

interface TerminalOptions extends Pick<RunOptions, 'env' | 'cwd' | 'input'> {
  /** Width of the terminal. */
  readonly columns?: number
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the output on a terminal, by default of 120 columns, on which `input` is typed. */
export async function planctlOnTerminal(
  args: readonly string[],
  { env = {}, cwd = process.cwd(), input = '', columns = 120 }: TerminalOptions,
): Promise<string> {
  const others = Object.keys(process.env).filter((name) => !Object.hasOwn(cleanEnvironment(), name))
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`)
  const command = ['env', ...others.flatMap((name) => ['-u', name]), ...variables, quoted(planctlPath)]
  const line = `cd ${quoted(cwd)}; stty cols ${columns}; ${[...command, ...args.map(quoted)].join(' ')}`
  const script = `${input === '' ? '' : 'printf %s "$0" | '}script -qec "$1" /dev/null`
  const { output } = await runProgram('sh', ['-c', script, input, line])
  return output.replaceAll('\u001b[K', '<clear>')
}
