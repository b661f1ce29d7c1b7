/** Loads, validates and explains the settings. All problems are reported together. */
import { resolve } from 'node:path'
import { faultsIn, fits, withDefaults } from './schema-check.ts'
import { messageText } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'
import { checks } from './checks.ts'
import { mailContradictions } from './mail-settings.ts'
import { homeContradictions } from './home-settings.ts'
import { secretKeys, settingKeys, settingsSchema, type Settings } from './settings.ts'
import { signOnContradictions } from './sign-on-settings.ts'
import { storeContradictions } from './store-settings.ts'
import { dependentDefaults, type SettingsSource } from './places.ts'
import { gatherSettings, type GivenSettings } from './sources.ts'
import { describeFault } from './faults.ts'

export interface ExplainedSetting {
  readonly key: string
  /** Effective value as JSON with masked secrets; empty without a value. */
  readonly value: string
  /** `default`, the settings file, or the environment variable. */
  readonly origin: string
}

/**
 * Returns the effective settings: defaults, overridden by `settings.toml` (or the file in `PLANCTL_SETTINGS`),
 * overridden by the environment. Throws `invalid_settings` with every problem and its origin.
 */
export function loadSettings(source: SettingsSource): Settings {
  return complete(gatherSettings(source), source)
}

/** Returns the effective settings in the sequence of their declaration, with their origins. */
export function explainSettings(source: SettingsSource): readonly ExplainedSetting[] {
  const gathered = gatherSettings(source)
  const effective = new Map(Object.entries(complete(gathered, source)))
  return settingKeys.map((key) => {
    const value: unknown = effective.get(key)
    return {
      key,
      value: value === undefined ? '' : JSON.stringify(secretKeys.has(key) ? mask(value) : value),
      origin: gathered.given.get(key)?.origin ?? 'default',
    }
  })
}

function complete({ given, problems, unread }: GivenSettings, { cwd }: SettingsSource): Settings {
  const faults = [...given].flatMap(([key, { value, origin }]) => {
    const fault = faultOf(key, value)
    return fault === undefined ? [] : [{ key, problem: `${origin}: ${key} ${fault}.` }]
  })
  const faulty = faults.map(({ key }) => key)
  const values = Object.fromEntries(
    [...given].flatMap(([key, { value }]) => (faulty.includes(key) ? [] : [[key, value]])),
  )
  const declared = withDefaults(settingsSchema, values)
  if (!fits(settingsSchema, declared))
    throw new Error('The defaults of the settings do not fit their schema.')
  const contradictions = [
    ...mailContradictions(declared),
    ...signOnContradictions(declared),
    ...storeContradictions(declared),
    ...homeContradictions(declared),
  ]
  // A contradiction to an invalid setting, or to one that was not read, may be one to its default only.
  const certain = contradictions.filter(
    (text) => ![...faulty, ...unread].some((key) => new RegExp(`\\b${key}\\b`).test(text)),
  )
  const all = [...problems, ...faults.map(({ problem }) => problem), ...certain]
  if (all.length > 0) throw invalid(all)
  const folder = resolve(cwd, declared.VAR)
  return {
    ...declared,
    VAR: folder,
    LOGDIR: declared.LOGDIR ?? dependentDefaults.LOGDIR(folder),
    UPLOADFILEFOLDER: declared.UPLOADFILEFOLDER ?? dependentDefaults.UPLOADFILEFOLDER(folder),
    TIME_ZONE: declared.TIME_ZONE ?? dependentDefaults.TIME_ZONE(),
  }
}

function faultOf(key: string, value: unknown): string | undefined {
  const schema = Object.entries(settingsSchema.properties).find(([name]) => name === key)?.[1]
  if (schema === undefined) return undefined
  const secret = secretKeys.has(key)
  const [fault] = faultsIn(schema, value)
  if (fault !== undefined) return messageText(describeFault(fault, value, secret))
  return checks[key]?.(value)
}

const invalid = (problems: readonly string[]): ServiceError =>
  new ServiceError('invalid_settings', {
    reason: `The settings are not valid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
  })

/** Masks the password of a database address, and the secrets in a table. */
function mask(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        typeof inner === 'object' && !Array.isArray(inner)
          ? mask(inner)
          : key.endsWith('SECRET')
            ? '********'
            : typeof inner === 'string' && /^postgres(ql)?:/.test(inner)
              ? mask(inner)
              : inner,
      ]),
    )
  }
  if (typeof value !== 'string' || !URL.canParse(value)) return '********'
  const url = new URL(value)
  if (url.password !== '') url.password = '********'
  if (url.searchParams.has('password')) url.searchParams.set('password', '********')
  return url.href
}
