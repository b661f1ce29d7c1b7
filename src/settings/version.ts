/** The version of this release and of the packages that it can use, from package.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version, such as `1.4.0`; empty if the manifest names none. */
export function serviceVersion(): string {
  const { version = '' } = Object(readManifest())
  return String(version)
}

/** Returns the optional packages with the versions that this release was tested with, as `npm install` takes them. */
export function optionalPackages(): readonly string[] {
  const { peerDependencies = {} } = Object(readManifest())
  return Object.entries(peerDependencies).map(([name, version]) => `${name}@${String(version)}`)
}

function readManifest(): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
}
