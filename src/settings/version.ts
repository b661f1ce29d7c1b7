/** The version of this release, from package.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version, such as `1.4.0`; empty if the manifest names none. */
export function serviceVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const { version = '' } = Object(manifest)
  return String(version)
}
