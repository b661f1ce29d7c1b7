/**
 * Runs one command line in this process. Only the given command is loaded, so that showing help, or the status of tasks,
 * costs little more than starting Node.
 */
import { serviceVersion } from '../settings/version.ts'
import { endProcess } from './end-process.ts'
import { describeFailure } from './failure.ts'
import { asksForOrigins, asksForQuiet } from './familiar-flags.ts'
import { isSupervised } from './supervised.ts'
import { openTerminal } from './terminal.ts'

const exitCode = { done: 0, usage: 2, canceled: 130 } as const

/** Returns a signal that aborts on the first process signal; a second process signal ends the process at once. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) endProcess(exitCode.canceled)
      controller.abort()
    })
  }
  // The parent process may be killed, for instance "npm run demo".
  process.once('disconnect', () => controller.abort())
  return controller.signal
}

/** Runs the command and returns the exit code; errors are reported. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const terminal = openTerminal({ input: process.stdin, output: process.stdout, messages: process.stderr })
  const debug = asksForOrigins(args)
  try {
    if (isSupervised(args)) {
      const { supervise } = await import('./supervise.ts')
      return await supervise(args)
    }
    const signal = abortOnSignals()
    if (args[0] === 'status') {
      const { quickStatus } = await import('./tasks/quick-status.ts')
      if (await quickStatus(args.slice(1), terminal)) return exitCode.done
    }
    const { runProgram } = await import('./program.ts')
    const isGood = await runProgram(args, {
      terminal: asksForQuiet(args)
        ? { ...terminal, say: () => undefined, progress: () => undefined }
        : terminal,
      signal,
      debug,
      version: serviceVersion(),
    })
    return isGood ? exitCode.done : exitCode.usage
  } catch (error) {
    const failure = describeFailure(error, debug)
    terminal.say(`planctl: ${failure.text}`)
    return failure.exitCode
  }
}
