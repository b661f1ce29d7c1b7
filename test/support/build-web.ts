/** Sees to it that the web UI is built from its sources as they are, before something looks at it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Builds it when it is stale. Throws with what the build says. */
export function ensureBuilt(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build-web.mjs')], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The web UI could not be built:\n${stderr}`)
}
