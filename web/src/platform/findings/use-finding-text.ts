/**
 * Shows descriptions of the planner, which are stored in English, in the language of the user and with the user's
 * format of numbers.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Formats } from '../formats/formats.ts'
import { useFormats } from '../formats/use-formats.ts'
import { loadEnglish } from '../i18n/i18n.ts'
import { createSentenceFinder, type FoundSentence, kindOf, type SentenceFinder } from './sentence-finder.ts'

const finderQuery = queryOptions({
  queryKey: ['planner sentences'],
  queryFn: async () => createSentenceFinder(await loadEnglish('plan-findings')),
  staleTime: Infinity,
})

/**
 * Returns a function that translates a description. Descriptions that are not from the planner are returned unchanged;
 * nothing is shown until the templates are loaded. The function is stable.
 */
export function useFindingText(): (description: string) => string {
  const { t, i18n } = useTranslation('plan-findings')
  const formats = useFormats()
  const { language } = i18n
  const isEnglish = language === 'en'
  const { data: finder, isPending } = useQuery(finderQuery)
  return useMemo(
    () =>
      finder === undefined
        ? (description) => (isPending && !isEnglish ? '' : description)
        : translatorOf({ finder, formats, language, t }),
    [t, language, isEnglish, finder, isPending, formats],
  )
}

interface Translation {
  readonly finder: SentenceFinder
  readonly formats: Formats
  readonly language: string
  /** Returns the text of a template. */
  readonly t: (id: string, params: Readonly<Record<string, string>>) => string
}

function translatorOf({ finder, formats, language, t }: Translation): (description: string) => string {
  const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' })
  const shown = (name: string, value: string): string => {
    const kind = kindOf(name)
    if (language === 'en' && kind !== 'number') return value
    switch (kind) {
      case 'list':
        return list.format(finder.findList(name, value).map(textOf))
      case 'number':
        return formats.number(Number(value))
      case 'time':
        return formats.delay(secondsOf(value))
      default:
        return value
    }
  }
  const textOf = ({ id, params }: FoundSentence): string =>
    t(id, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)])))
  return (description) => finder.find(description)?.map(textOf).join(' ') ?? description
}

const unitSeconds = { day: 86_400, minute: 60 } as const

/** Returns the seconds of a duration such as `1.5 days` or `20 minutes`. */
export function secondsOf(time: string): number {
  const [, amount = '0', unit] = /^([\d.]+) (day|minute)/.exec(time) ?? []
  return Number(amount) * unitSeconds[unit === 'day' ? 'day' : 'minute']
}
