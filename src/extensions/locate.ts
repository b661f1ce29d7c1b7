/**
 * Finds an extension module: a folder, a file, or an npm package installed beside the settings or with the service.
 * Packages are searched by folder instead of being resolved from the files of the service, so that an installation
 * keeps its modules beside its settings.
 */
import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type Static, Type } from '../contract/type.ts'
import { fits } from '../settings/schema-check.ts'

export interface ExtensionPlace {
  readonly folder: string
  /** File to import. */
  readonly entry: string
  readonly version: string
}

/** Root of the service. */
const root = join(import.meta.dirname, '../..')

/** Finds the module at an absolute path, or the package with a name. Throws an Error with the reason if there is none. */
export async function locateExtension(place: string, cwd: string = process.cwd()): Promise<ExtensionPlace> {
  const found = isAbsolute(place) ? await pathOf(place) : await packageFolder(place, cwd)
  if ((await kindOf(found)) === 'file') return { folder: dirname(found), entry: found, version: '' }
  const manifest = await readManifest(found)
  const named = manifest === undefined ? undefined : entryOf(manifest)
  const candidates = named === undefined ? ['extension.ts', 'extension.js', 'index.ts', 'index.js'] : [named]
  for (const candidate of candidates) {
    const entry = resolve(found, candidate)
    if ((await kindOf(entry)) === 'file') return { folder: found, entry, version: manifest?.version ?? '' }
  }
  throw new Error(
    named === undefined
      ? `the folder ${found} has neither a package.json that names an entry nor ${candidates.join(', ')}`
      : `its package.json names the entry ${named}, which is not there`,
  )
}

async function pathOf(path: string): Promise<string> {
  if ((await kindOf(path)) === undefined) throw new Error(`there is no folder or file ${path}`)
  return path
}

/** Returns the folder of a package as Node resolves it from the working folder, otherwise from the service. */
async function packageFolder(name: string, cwd: string): Promise<string> {
  for (const start of [cwd, root]) {
    for (let base = start; ; base = dirname(base)) {
      const folder = join(base, 'node_modules', name)
      if ((await kindOf(folder)) === 'folder') return folder
      if (dirname(base) === base) break
    }
  }
  throw new Error(
    `the package is not installed: run "npm install ${name}" in ${cwd}. The path of a folder begins with ./ or /`,
  )
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return undefined
  return found.isDirectory() ? 'folder' : 'file'
}

const manifestSchema = Type.Object({
  version: Type.Optional(Type.String()),
  main: Type.Optional(Type.String()),
  exports: Type.Optional(Type.Unknown()),
})
type Manifest = Static<typeof manifestSchema>

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, 'package.json')
  if ((await kindOf(path)) === undefined) return undefined
  let manifest: unknown
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  if (fits(manifestSchema, manifest)) return manifest
  throw new Error(`${path} is no manifest of a package`)
}

/** Returns the main entry: `exports` has precedence over `main`, as in Node. */
function entryOf({ exports, main }: Manifest): string | undefined {
  return targetOf(exports) ?? main
}

const conditions = ['.', 'node', 'import', 'default']

function targetOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (typeof exports !== 'object' || exports === null) return undefined
  const targets = new Map<string, unknown>(Object.entries(exports))
  return conditions.map((name) => targetOf(targets.get(name))).find((target) => target !== undefined)
}
