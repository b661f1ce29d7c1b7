/** Collects the given value of each setting, converted to its type, with its origin and read errors. */
import { parseFlag } from '../model/values/booleans.ts'
import { isObject, jsonOrText } from '../model/values/json.ts'
import { readSettingsFile, resolvePaths, type SettingsSource, settingVariables } from './places.ts'
import { settingKeys, settingsSchema } from './settings.ts'
import { closest } from './suggestion.ts'

export interface GivenSetting {
  readonly value: unknown
  /** `settings.toml` with its path, or the name of the environment variable. */
  readonly origin: string
}

export interface GivenSettings {
  readonly given: ReadonlyMap<string, GivenSetting>
  readonly problems: readonly string[]
  /** Settings that the user may have given, but that were not read: by a misspelled name, or in an unreadable file. */
  readonly unread: readonly string[]
}

export function gatherSettings(source: SettingsSource): GivenSettings {
  const problems: string[] = []
  const meant: string[] = []
  const given = new Map<string, GivenSetting>()
  const take = (key: string, setting: GivenSetting): void => {
    if (settingKeys.includes(key)) {
      given.set(key, setting)
      return
    }
    const suggestion = closest(key, settingKeys)
    if (suggestion !== undefined) meant.push(suggestion)
    problems.push(
      `${setting.origin}: unknown setting ${key}.${suggestion === undefined ? '' : ` Do you mean ${suggestion}?`}`,
    )
  }
  const { file, values, problem } = readSettingsFile(source)
  if (problem !== undefined) problems.push(problem)
  for (const [key, value] of Object.entries(values)) take(key, { value, origin: file })
  for (const [key, setting] of fromEnvironment(source)) take(key, setting)
  const unread = problem === undefined ? meant : settingKeys.filter((key) => !given.has(key))
  return { given, problems, unread }
}

function fromEnvironment(source: SettingsSource): readonly (readonly [string, GivenSetting])[] {
  return settingVariables(source).map(({ key, text, name }) => {
    const { [key]: value } = resolvePaths({ [key]: parseText(key, text) }, source.cwd)
    return [key, { value, origin: name }]
  })
}

/** Converts the text of a variable by the type of its setting. Unreadable values stay text. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  integer: toNumber,
  number: toNumber,
  boolean: (text) => parseFlag(text) ?? text,
  // JSON, or names separated by commas.
  array: (text) => (text.trimStart().startsWith('[') ? jsonOrText(text) : splitList(text)),
  object: jsonOrText,
}

function parseText(key: string, text: string): unknown {
  const types = typesOf(key)
  const truth = types.includes('boolean') ? parseFlag(text) : undefined
  if (truth !== undefined) return truth
  const type = types.find((candidate) => candidate !== 'boolean' || types.length === 1)
  return readers[type ?? '']?.(text) ?? text
}

/** Returns the JSON types that a setting may have. */
function typesOf(key: string): readonly string[] {
  const schema: unknown = Object.entries(settingsSchema.properties).find(([name]) => name === key)?.[1]
  if (!isObject(schema)) return []
  const alternatives = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema]
  return alternatives.map((alternative: unknown) =>
    isObject(alternative) ? String(alternative['type']) : '',
  )
}

function toNumber(text: string): unknown {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
