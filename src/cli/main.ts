/** Entry point of the command line. */
import { runCommandLine } from './command-line.ts'
import { endProcess } from './end-process.ts'

/** Ends the process with 1 if the output cannot be written; says so unless its reader has closed it, as `head` does. */
function endWithoutOutput(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EPIPE')
    process.stderr.write(`planctl: The output cannot be written: ${error.message}\n`)
  endProcess(1)
}

process.stdout.on('error', endWithoutOutput)
// Messages are lost if nobody reads them any more, as after the end of a terminal; the task of the command goes on.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
})
const exitCode = await runCommandLine(process.argv.slice(2))
// A failure of the last write is reported only after it.
process.stdout.write('', (error) => (error == null ? endProcess(exitCode) : endWithoutOutput(error)))
