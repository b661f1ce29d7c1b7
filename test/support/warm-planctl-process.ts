/**
 * Runs commands of `planctl` one after the other, each in the environment and folder that the test gives. It is started
 * by warm-planctl.ts.
 */
import { runCommandLine } from '../../src/cli/command-line.ts'

/** A command to run. */
export interface WarmCommand {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Text that is written after the output of the command, to each stream. */
  readonly mark: string
}

/** Ends with the process of the tests. */
const end = (): never => process.exit()

async function run({ args, env, cwd, mark }: WarmCommand): Promise<void> {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  const exitCode = await runCommandLine(args)
  // As at the end of a process, which each command has for itself.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.removeAllListeners(event)
  process.on('disconnect', end)
  // Pipes are written synchronously, so that all output of the command stands before the mark.
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send?.(exitCode)
}

process.on('message', (command: WarmCommand) => void run(command))
process.on('disconnect', end)
