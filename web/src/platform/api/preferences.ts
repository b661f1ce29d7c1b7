/** Display preferences of a user. Values that are missing or not understood are replaced by defaults. */
import { type DigestMode, digestModes, usualDigestHour } from '../../../../src/model/digest.ts'
import { boolean, nullable, number, object, optional, type Shape, text } from './shape.ts'

export interface Preferences {
  readonly scheme: 'auto' | 'light' | 'dark'
  readonly density: 'compact' | 'normal' | 'roomy'
  /** `iso` is 2026-11-21; `language` is the date format of the language. */
  readonly date_format: 'iso' | 'language'
  /** Language tag whose number format is used, such as `de`; empty for the format of the language. */
  readonly number_format: string
  /**
   * IANA time zone in which times such as starts of tasks are shown; empty for the time zone of the browser's
   * computer.
   */
  readonly time_zone: string
  /** Which completed tasks of the user cause a notification. */
  readonly notices: 'all' | 'failures' | 'none'
  /** When the user gets mails about changes by plans of followed records. */
  readonly digest: DigestMode
  /** Hour of daily mails, in the time zone of the service. */
  readonly digest_hour: number
  /** Single-letter shortcuts such as `?` and `g h`. */
  readonly shortcuts: boolean
}

export const defaultPreferences: Preferences = {
  scheme: 'auto',
  density: 'normal',
  date_format: 'iso',
  number_format: '',
  time_zone: '',
  notices: 'all',
  digest: 'off',
  digest_hour: usualDigestHour,
  shortcuts: true,
}

const given = object({
  scheme: optional(nullable(text)),
  density: optional(nullable(text)),
  date_format: optional(nullable(text)),
  number_format: optional(nullable(text)),
  time_zone: optional(nullable(text)),
  notices: optional(nullable(text)),
  digest: optional(nullable(text)),
  digest_hour: optional(nullable(number)),
  shortcuts: optional(nullable(boolean)),
})

const among = <const T extends string>(
  choices: readonly T[],
  value: string | null | undefined,
  fallback: T,
): T => choices.find((choice) => choice === value) ?? fallback

/** Parses preferences tolerantly: a value of a newer version must not prevent a screen from rendering. */
export const preferencesShape: Shape<Preferences> = (value) => {
  const read = readOr(value)
  return {
    scheme: among(['auto', 'light', 'dark'], read.scheme, 'auto'),
    density: among(['compact', 'normal', 'roomy'], read.density, 'normal'),
    date_format: among(['iso', 'language'], read.date_format, 'iso'),
    number_format: read.number_format ?? '',
    time_zone: read.time_zone ?? '',
    notices: among(['all', 'failures', 'none'], read.notices, 'all'),
    digest: among(digestModes, read.digest, 'off'),
    digest_hour: read.digest_hour ?? usualDigestHour,
    shortcuts: read.shortcuts ?? true,
  }
}

function readOr(value: unknown): ReturnType<typeof given> {
  try {
    return given(value ?? {})
  } catch {
    return {}
  }
}
