/** `npm run demo`: installs what is needed, then runs the service with a dataset and an administrator. */
import { join } from 'node:path'
import { ensureInstalled, node, root } from './install.mjs'
import { run } from './run.mjs'

await ensureInstalled()
// Without screens the rest of the service is there all the same, and says how to build them.
await run(node, [join(root, 'scripts/build-web.mjs')])
process.exitCode = await run(join(root, 'planctl'), ['demo', ...process.argv.slice(2)], { channel: true })
