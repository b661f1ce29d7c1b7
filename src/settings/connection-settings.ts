/**
 * Reads the settings required to find the database without the schema of all settings, for commands that must start
 * fast. The time zone is not included: reading it from the system takes as long as a connection.
 */
import { resolve } from 'node:path'
import { checks } from './checks.ts'
import {
  defaultFolder,
  readSettingsFile,
  resolvePaths,
  type SettingsSource,
  settingVariables,
} from './places.ts'
import type { Settings } from './settings.ts'

export type ConnectionSettings = Pick<Settings, 'DATABASE_URL' | 'DATABASE_ARCHIVE' | 'VAR'>

/** Returns undefined if a value is invalid or needs interpretation; `loadSettings` reports the fault. */
export function connectionSettings(source: SettingsSource): ConnectionSettings | undefined {
  const { values, problem } = readSettingsFile(source)
  if (problem !== undefined) return undefined
  const given: Record<string, unknown> = { ...values }
  for (const { key, text } of settingVariables(source)) {
    Object.assign(given, resolvePaths({ [key]: text }, source.cwd))
  }
  const texts = new Map<string, string>()
  for (const key of ['DATABASE_URL', 'DATABASE_ARCHIVE', 'VAR']) {
    const value = given[key]
    if (value === undefined) continue
    if (typeof value !== 'string' || value === '' || checks[key]?.(value) !== undefined) return undefined
    texts.set(key, value)
  }
  const url = texts.get('DATABASE_URL')
  // Several hosts, poolers and further servers need interpretation.
  if (given['SCENARIO_DATABASES'] !== undefined) return undefined
  if (given['DATABASE_DIRECT_URL'] !== undefined || (url !== undefined && !URL.canParse(url)))
    return undefined
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) return undefined
  const archive = texts.get('DATABASE_ARCHIVE')
  return {
    // The process that starts the embedded server decides whether it archives.
    ...(archive === undefined ? {} : { DATABASE_ARCHIVE: archive }),
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    VAR: resolve(source.cwd, texts.get('VAR') ?? defaultFolder),
  }
}
