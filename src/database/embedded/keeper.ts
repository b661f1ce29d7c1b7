/** The program that `hold.ts` starts as a process of its own; see `run-keeper.ts`. */
import { parseKeeperConfig } from './keeper-config.ts'
import { runKeeper } from './run-keeper.ts'

// Files of an installation are for its owner only.
process.umask(0o077)
process.exit(await runKeeper(parseKeeperConfig(process.argv[2] ?? '')))
