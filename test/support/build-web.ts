/** Ensures that the web UI is built from its current sources. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Builds the web UI if it is outdated. Throws with the output of the build. */
export function ensureBuilt(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build-web.mjs')], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The web UI could not be built:\n${stderr}`)
}
