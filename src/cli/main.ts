/**
 * The command line. Only the command that was named is loaded, so that asking for help, or for the status of
 * tasks, costs little more than starting Node.
 */
import { serviceVersion } from '../settings/version.ts'
import { describeFailure } from './failure.ts'
import { asksForOrigins, asksForQuiet } from './familiar-flags.ts'
import { isSupervised } from './supervised.ts'
import { openTerminal } from './terminal.ts'

const exitCode = { done: 0, usage: 2, canceled: 130 } as const

/** Aborts on the first signal; whoever insists with a second one ends the process at once. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(exitCode.canceled)
      controller.abort()
    })
  }
  // Started by a process that may be killed, such as "npm run demo".
  process.once('disconnect', () => controller.abort())
  return controller.signal
}

async function main(args: readonly string[]): Promise<number> {
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

// Whoever reads our output may have enough, as in `planctl dumpdata | head`.
process.stdout.on('error', () => process.exit(1))
process.exit(await main(process.argv.slice(2)))
