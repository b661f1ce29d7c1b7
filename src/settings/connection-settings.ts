/**
 * The settings it takes to find the database, read without the schema of all settings: for commands that are to be
 * quick. The time zone is not among them: to ask the system for it takes as long as a connection.
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

/** Undefined when anything about them is not plain: `loadSettings` tells what is wrong. */
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
  // Several hosts and poolers are not plain.
  if (given['DATABASE_DIRECT_URL'] !== undefined || (url !== undefined && !URL.canParse(url)))
    return undefined
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) return undefined
  const archive = texts.get('DATABASE_ARCHIVE')
  return {
    // Whoever starts the embedded server decides whether it archives.
    ...(archive === undefined ? {} : { DATABASE_ARCHIVE: archive }),
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    VAR: resolve(source.cwd, texts.get('VAR') ?? defaultFolder),
  }
}
