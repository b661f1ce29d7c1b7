/** Ensures that the web UI is built from its current sources, once for all test files of a process. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

let isChecked = false

/** Builds the web UI if it is outdated. Throws with the output of the build. */
export function ensureBuilt(): void {
  if (isChecked) return
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build-web.mjs')], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The web UI could not be built:\n${stderr}`)
  isChecked = true
}
