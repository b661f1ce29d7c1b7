/** `npm run demo`: installs missing packages, then runs the service with a dataset and an administrator. */
import { join } from 'node:path'
import { ensureInstalled, node, root } from './install.mjs'
import { run } from './run.mjs'

await ensureInstalled()
// If the build fails, the rest of the service works all the same and reports how to build the screens.
await run(node, [join(root, 'scripts/build-web.mjs')])
process.exitCode = await run(join(root, 'planctl'), ['demo', ...process.argv.slice(2)], { channel: true })
