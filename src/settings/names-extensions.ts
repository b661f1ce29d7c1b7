/**
 * Detects whether the settings may contain extension modules without parsing them: listing commands must not load the
 * schema of the settings if there are none.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SettingsSource } from './places.ts'

/** `true` may be wrong, as for a line within a text; `false` is certain. */
export function mayNameExtensions({ env, cwd }: SettingsSource): boolean {
  const { PLANCTL_EXTENSIONS: named, PLANCTL_SETTINGS: file } = env
  if (named !== undefined && named !== '') return true
  try {
    const text = readFileSync(resolve(cwd, file || 'settings.toml'), 'utf8')
    return /^[ \t"']*EXTENSIONS[ \t"']*=/m.test(text)
  } catch {
    // Faults of the file are reported when the settings are read.
    return false
  }
}
