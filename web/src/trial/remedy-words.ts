/** Describes a remedy as text: its kind and its values. */
import { summaryTextName } from '../../../src/model/remedy-texts.ts'
import { momentText } from '../platform/calendar/days.ts'
import { daySeconds } from '../platform/formats/instants.ts'
import { useTranslation } from 'react-i18next'
import type { Remedy, RemedySummary } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'

export interface RemedyWords {
  readonly title: string
  /** A sentence for each part. */
  readonly parts: readonly string[]
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text)

/** Names of values that are times: as text, or as seconds since 1970. */
const moments: ReadonlySet<string> = new Set(['from', 'to', 'startdate', 'enddate'])

export function useRemedyWords(): (remedy: Pick<Remedy, 'kind' | 'summary'>) => RemedyWords {
  const { t, i18n } = useTranslation('trial')
  const formats = useFormats()
  const wordOf = (name: string, value: unknown): string => {
    if (typeof value === 'string') return isMoment(value) ? formats.dateTime(value) : value
    if (typeof value !== 'number') return ''
    if (!moments.has(name)) return formats.number(value)
    const moment = momentText(value * 1000)
    // Overtime is from day to day.
    return value % daySeconds === 0 ? formats.date(moment) : formats.dateTime(moment)
  }
  const sentenceOf = (summary: Pick<RemedySummary, 'code' | 'values'>): string => {
    const { values } = summary
    const code = summaryTextName(summary)
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, wordOf(name, value)]),
    )
    if (i18n.exists(`trial:summary.${code}`)) return t(`summary.${code}`, shown)
    return Object.values(shown)
      .filter((text) => text !== '')
      .join(' · ')
  }
  return ({ kind, summary }) => ({
    title: t(i18n.exists(`trial:kind.${kind}`) ? `kind.${kind}` : 'kind.other'),
    parts: (summary.parts ?? [summary]).map(sentenceOf).filter((text) => text !== ''),
  })
}
