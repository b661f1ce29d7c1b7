/** FieldFormats of the user: language and date format, from the preferences, and the date that `today` means. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Me, useMe } from '../api/me.ts'
import { momentText } from '../calendar/days.ts'
import { nowInPlan } from '../formats/instants.ts'
import { useScenario } from '../use-scenario.ts'
import { delayText, numberFormats, unitTexts } from '../formats/formats.ts'

/** Year, day or month first. */
export type DateOrder = 'iso' | 'dmy' | 'mdy'

export interface FieldFormats {
  readonly language: string
  readonly dates: DateOrder
  /** Separator between day, month and year if the year is not first. */
  readonly separator: string
  /**
   * Order of day and month in typed dates without a leading year: that of `dates`, or of the region of the browser;
   * `iso` if neither has one.
   */
  readonly typedDates: DateOrder
  /** Decimal separator. */
  readonly decimal: string
  /** Thousands separator; empty for none. */
  readonly group: string
  /** Number of digits between two thousands separators: 2 in India; the last group has three digits. */
  readonly groupDigits: number
  /** Returns the current date of the plan, which typed dates such as `today+7` refer to, in the zone of this computer. */
  readonly now: () => Date
  readonly numbers: Intl.NumberFormat
  /** Returns seconds of lateness as on all screens: days with one decimal. */
  readonly delay: (seconds: number) => string
  /** Translates descriptions, in lists whose descriptions are sentences of the planner. */
  readonly describe?: (description: string) => string
}

type Wanted = Pick<Me['preferences'], 'date_format' | 'number_format'>

export function createFieldFormats(
  language: string,
  wanted?: Wanted,
  now: FieldFormats['now'] = () => new Date(),
): FieldFormats {
  const own = isLocale(language) ? language : 'en'
  const chosen = wanted?.number_format ?? ''
  const number = numberFormats(chosen !== '' && isLocale(chosen) ? chosen : own)
  const withUnit = unitTexts(own, number)
  const numbers = number({ maximumFractionDigits: 8 })
  const parts = numbers.formatToParts(12_345_678.9)
  const shown =
    wanted?.date_format === 'language' ? datesOf(own) : ({ dates: 'iso', separator: '-' } as const)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return {
    language,
    ...shown,
    typedDates: shown.dates === 'iso' ? regionOrder() : shown.dates,
    decimal: part('decimal') || '.',
    group: part('group'),
    groupDigits: parts.filter(({ type }) => type === 'integer').at(-2)?.value.length ?? 3,
    now,
    numbers,
    delay: (seconds) => delayText(seconds, withUnit),
  }
}

function datesOf(locale: string): Pick<FieldFormats, 'dates' | 'separator'> {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(new Date(2026, 10, 24))
  const separator = parts.find(({ type }) => type === 'literal')?.value.trim() ?? '/'
  const first = parts.find(({ type }) => type !== 'literal')?.type
  return { dates: first === 'day' ? 'dmy' : first === 'month' ? 'mdy' : 'iso', separator }
}

function regionOrder(): DateOrder {
  const { language } = navigator
  return isLocale(language) ? datesOf(language).dates : 'iso'
}

function isLocale(text: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length > 0
  } catch {
    return false
  }
}

/** Returns the formats of the signed-in user in the scenario of the screen. */
export function useFieldFormats(): FieldFormats {
  const { i18n } = useTranslation()
  const { preferences } = useMe()
  const { name } = useScenario()
  return useMemo(
    () => createFieldFormats(i18n.language, preferences, () => new Date(momentText(nowInPlan(name)))),
    [i18n.language, preferences, name],
  )
}
