/** `npm test`: installs missing packages, then runs all tests, or those with the given paths. */
import { join } from 'node:path'
import { ensureInstalled, node, root } from './install.mjs'
import { run } from './run.mjs'

await ensureInstalled()
const built = await run(node, [join(root, 'scripts/build-web.mjs')])
if (built !== 0) console.error('Tests of the web UI will fail: it could not be built.')
const runner = join(root, 'node_modules/vitest/vitest.mjs')
process.exitCode = await run(node, [runner, 'run', ...process.argv.slice(2)])
