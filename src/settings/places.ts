/**
 * Origins of settings: the settings file, overridden by the environment. Does not use the schema of the settings,
 * which takes longer to load than some commands take to run.
 */
import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { parse } from 'smol-toml'
import { isObject } from '../model/values/json.ts'

export interface SettingsSource {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Working folder. */
  readonly cwd: string
}

const prefix = 'PLANCTL_'

/** Variables with the prefix of the service that are no settings. */
const otherVariables: ReadonlySet<string> = new Set([
  'PLANCTL_SETTINGS',
  'PLANCTL_PASSWORD',
  'PLANCTL_API_KEY',
  'PLANCTL_ADMIN_PASSWORD',
])

/** Settings that are paths. A relative path in the file starts at the folder of the file, otherwise at the working folder. */
const pathKeys: ReadonlySet<string> = new Set([
  'VAR',
  'LOGDIR',
  'UPLOADFILEFOLDER',
  'DATABASE_ARCHIVE',
  'EMAIL_CA_FILE',
])

/** Default folder of all state. */
export const defaultFolder = './var'

/** Settings whose default depends on other settings or on the system. */
export const dependentDefaults = {
  LOGDIR: (folder: string): string => join(folder, 'log'),
  UPLOADFILEFOLDER: (folder: string): string => join(folder, 'upload'),
  TIME_ZONE: (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone,
} as const

export interface SettingsFile {
  readonly file: string
  readonly values: Readonly<Record<string, unknown>>
  /** Why the file cannot be read. */
  readonly problem?: string
}

/** Reads the file of `PLANCTL_SETTINGS`, otherwise `settings.toml` in the working folder if there is one. */
export function readSettingsFile({ env, cwd }: SettingsSource): SettingsFile {
  const named = env[`${prefix}SETTINGS`] || undefined
  const file = resolve(cwd, named ?? 'settings.toml')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (named === undefined && missing) return { file, values: {} }
    return { file, values: {}, problem: `The settings file ${file} cannot be read: ${String(error)}` }
  }
  try {
    return { file, values: resolvePaths(parse(text), dirname(file)) }
  } catch (error) {
    return { file, values: {}, problem: `${file}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

export interface SettingVariable {
  readonly key: string
  readonly text: string
  /** Name of the variable. */
  readonly name: string
}

/** Returns the variables that contain settings; a later one has precedence. */
export function settingVariables({ env }: SettingsSource): readonly SettingVariable[] {
  // Hosting platforms set the plain name.
  const names = [
    'DATABASE_URL',
    ...Object.keys(env)
      .filter((name) => name.startsWith(prefix))
      .sort(),
  ]
  return names.flatMap((name) => {
    const text = env[name]
    // An empty variable counts as not set, because lists of variables often contain empty ones.
    if (text === undefined || text === '' || otherVariables.has(name)) return []
    return [{ key: name.startsWith(prefix) ? name.slice(prefix.length) : name, text, name }]
  })
}

/** Resolves relative paths against the folder of their origin. */
export function resolvePaths(
  values: Readonly<Record<string, unknown>>,
  base: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (pathKeys.has(key) && typeof value === 'string' && value !== '') return [key, resolve(base, value)]
      if (key === 'EXTENSIONS' && Array.isArray(value)) {
        return [key, value.map((entry: unknown) => (isPath(entry) ? resolve(base, entry) : entry))]
      }
      if (key === 'DATABASES' && isObject(value)) {
        const scenarios = Object.entries(value).map(([scenario, own]) => [
          scenario,
          isObject(own) ? resolvePaths(own, base) : own,
        ])
        return [key, Object.fromEntries(scenarios)]
      }
      return [key, value]
    }),
  )
}

/** Returns whether an entry of EXTENSIONS is a path instead of a package name. */
const isPath = (entry: unknown): entry is string =>
  typeof entry === 'string' &&
  (isAbsolute(entry) || entry.startsWith('.') || (entry.includes('/') && !entry.startsWith('@')))
