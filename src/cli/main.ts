/** Entry point of the command line. */
import { runCommandLine } from './command-line.ts'

// The reader of the output may close it early, as in `planctl dumpdata | head`.
process.stdout.on('error', () => process.exit(1))
process.exit(await runCommandLine(process.argv.slice(2)))
