/** The program that `hold.ts` starts as a separate process; see `run-keeper.ts`. */
import { parseKeeperConfig } from './keeper-config.ts'
import { runKeeper } from './run-keeper.ts'

// Files of an installation are accessible to its owner only.
process.umask(0o077)
process.exit(await runKeeper(parseKeeperConfig(process.argv[2] ?? '')))
