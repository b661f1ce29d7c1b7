/**
 * Whether the settings may name extension modules, found out without reading them: a list of commands must not wait
 * for the schema of the settings where there are none.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SettingsSource } from './places.ts'

/** Yes may be wrong, as for a line within a text; no is certain. */
export function mayNameExtensions({ env, cwd }: SettingsSource): boolean {
  const { PLANCTL_EXTENSIONS: named, PLANCTL_SETTINGS: file } = env
  if (named !== undefined && named !== '') return true
  try {
    const text = readFileSync(resolve(cwd, file || 'settings.toml'), 'utf8')
    return /^[ \t"']*EXTENSIONS[ \t"']*=/m.test(text)
  } catch {
    // Whoever reads the settings tells what is wrong with the file.
    return false
  }
}
