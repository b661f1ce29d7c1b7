/** `npm run demo`: installs what is needed, then runs the service with a dataset and an administrator. */
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { run } from './run.mjs'

await ensureInstalled()
process.exitCode = await run(join(root, 'planctl'), ['demo', ...process.argv.slice(2)], { channel: true })
