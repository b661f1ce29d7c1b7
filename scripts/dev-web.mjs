/**
 * `npm run web`: serves the web UI in development, with changes shown immediately, for a running service (`npm run
 * demo`).
 */
import { join } from 'node:path'
import { ensureInstalled, node, root } from './install.mjs'
import { run } from './run.mjs'

await ensureInstalled()
const vite = join(root, 'node_modules/vite/bin/vite.js')
process.exitCode = await run(node, [
  vite,
  '--config',
  join(root, 'web/vite.config.ts'),
  ...process.argv.slice(2),
])
