/**
 * Where settings come from: the settings file, overridden by the environment. Gathers what was given, with its
 * origin, and what cannot be read.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse } from 'smol-toml'
import { pathKeys, settingKeys, settingsSchema } from './settings.ts'
import { closest } from './suggestion.ts'

export interface SettingsSource {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Working folder. */
  readonly cwd: string
}

export interface GivenSetting {
  readonly value: unknown
  /** `settings.toml` with its path, or the name of the environment variable. */
  readonly origin: string
}

export interface GivenSettings {
  readonly given: ReadonlyMap<string, GivenSetting>
  readonly problems: readonly string[]
}

/** Variables with our prefix that are no settings. */
const otherVariables: ReadonlySet<string> = new Set([
  'PLANCTL_SETTINGS',
  'PLANCTL_PASSWORD',
  'PLANCTL_ADMIN_PASSWORD',
])
const prefix = 'PLANCTL_'

export function gatherSettings(source: SettingsSource): GivenSettings {
  const problems: string[] = []
  const given = new Map<string, GivenSetting>()
  const take = (key: string, setting: GivenSetting): void => {
    if (settingKeys.includes(key)) {
      given.set(key, setting)
      return
    }
    const suggestion = closest(key, settingKeys)
    problems.push(
      `${setting.origin}: unknown setting ${key}.${suggestion === undefined ? '' : ` Do you mean ${suggestion}?`}`,
    )
  }
  for (const [key, setting] of fromFile(source, problems)) take(key, setting)
  for (const [key, setting] of fromEnvironment(source)) take(key, setting)
  return { given, problems }
}

function fromFile(
  { env, cwd }: SettingsSource,
  problems: string[],
): readonly (readonly [string, GivenSetting])[] {
  const named = env[`${prefix}SETTINGS`] || undefined
  const file = resolve(cwd, named ?? 'settings.toml')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (named !== undefined || !missing)
      problems.push(`The settings file ${file} cannot be read: ${String(error)}`)
    return []
  }
  try {
    const resolved = resolvePaths(parse(text), dirname(file))
    return Object.entries(resolved).map(([key, value]) => [key, { value, origin: file }])
  } catch (error) {
    problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

function fromEnvironment({ env, cwd }: SettingsSource): readonly (readonly [string, GivenSetting])[] {
  // The plain name is what hosting platforms set.
  const names = [
    'DATABASE_URL',
    ...Object.keys(env)
      .filter((name) => name.startsWith(prefix))
      .sort(),
  ]
  return names.flatMap((name) => {
    const text = env[name]
    // A variable that is set to nothing counts as not set, as in a list of variables left to be filled in.
    if (text === undefined || text === '' || otherVariables.has(name)) return []
    const key = name.startsWith(prefix) ? name.slice(prefix.length) : name
    const { [key]: value } = resolvePaths({ [key]: parseText(key, text) }, cwd)
    return [[key, { value, origin: name }] as const]
  })
}

/** Relative paths count from the folder of whoever wrote them. */
function resolvePaths(
  values: Readonly<Record<string, unknown>>,
  base: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (pathKeys.has(key) && typeof value === 'string' && value !== '') return [key, resolve(base, value)]
      if (key === 'DATABASES' && isTable(value)) {
        const scenarios = Object.entries(value).map(([scenario, own]) => [
          scenario,
          isTable(own) ? resolvePaths(own, base) : own,
        ])
        return [key, Object.fromEntries(scenarios)]
      }
      return [key, value]
    }),
  )
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
])

/** How the text of a variable is understood, by the type its setting has. What does not fit stays text. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  integer: toNumber,
  number: toNumber,
  boolean: (text) => words.get(text.toLowerCase()) ?? text,
  // JSON, or simply names separated by commas.
  array: (text) => (text.trimStart().startsWith('[') ? fromJson(text) : splitList(text)),
  object: fromJson,
}

function parseText(key: string, text: string): unknown {
  const types = typesOf(key)
  if (types.includes('boolean') && words.has(text.toLowerCase())) return words.get(text.toLowerCase())
  const type = types.find((candidate) => candidate !== 'boolean' || types.length === 1)
  return readers[type ?? '']?.(text) ?? text
}

/** JSON types a setting may have. */
function typesOf(key: string): readonly string[] {
  const schema: unknown = Object.entries(settingsSchema.properties).find(([name]) => name === key)?.[1]
  if (!isTable(schema)) return []
  const alternatives = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema]
  return alternatives.map((alternative: unknown) => (isTable(alternative) ? String(alternative['type']) : ''))
}

function toNumber(text: string): unknown {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
