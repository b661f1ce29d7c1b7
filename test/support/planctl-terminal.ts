/** Runs `planctl` on a terminal, which the program `script` provides. */
import { cleanEnvironment, planctlPath, type RunOptions } from './planctl.ts'
import { runProgram } from './programs.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the output on a terminal of 120 columns. */
export async function planctlOnTerminal(
  args: readonly string[],
  { env = {}, cwd = process.cwd() }: Pick<RunOptions, 'env' | 'cwd'>,
): Promise<string> {
  const others = Object.keys(process.env).filter((name) => !Object.hasOwn(cleanEnvironment(), name))
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`)
  const command = ['env', ...others.flatMap((name) => ['-u', name]), ...variables, quoted(planctlPath)]
  const line = `cd ${quoted(cwd)}; stty cols 120; ${[...command, ...args.map(quoted)].join(' ')}`
  const { output } = await runProgram('script', ['-qec', line, '/dev/null'])
  return output.replaceAll('\u001b[K', '<clear>')
}
