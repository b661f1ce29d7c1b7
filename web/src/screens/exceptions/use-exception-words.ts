/** Title and sentence of an exception in the language of the user. */
import { daySeconds } from '../../platform/formats/instants.ts'
import { useTranslation } from 'react-i18next'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { useFindingText } from '../../platform/findings/use-finding-text.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { Tone } from '../../ui/status-badge.tsx'
import { roundedFigure } from '../../trial/figure-text.ts'
import { useChoiceWords } from '../../platform/meta/use-choice-words.ts'

export const kindTones: Readonly<Record<PlanException['kind'], Tone>> = {
  late: 'warn',
  short: 'bad',
  overload: 'bad',
  infeasible: 'bad',
  expedite: 'warn',
  postpone: 'info',
  cancel: 'info',
  shortage: 'warn',
  excess: 'neutral',
  data: 'bad',
}

/** What the start date of an exception is: the due date of a sales order, the present date of an order, or a first day. */
export const dateMeanings: Readonly<Record<PlanException['kind'], 'due' | 'planned' | 'from'>> = {
  late: 'due',
  short: 'due',
  overload: 'from',
  infeasible: 'from',
  expedite: 'planned',
  postpone: 'planned',
  cancel: 'planned',
  shortage: 'from',
  excess: 'from',
  data: 'from',
}

export interface ExceptionWords {
  readonly kind: string
  /** Problem and amount, in one sentence. */
  readonly sentence: string
  /** Cause without the bottleneck; empty if unknown. */
  readonly cause: string
  /** Explanation of the cause in a sentence; empty if the sentence of the exception says it. */
  readonly explanation: string
  /** Item, customer or supplier, and location. */
  readonly about: string
  /** Quantity-days of delay; empty if nothing is delayed. */
  readonly effect: string
  /** Value of the affected quantity; empty without one. */
  readonly value: string
}

/** Returns a function that formats quantity-days of delay. */
export function useEffectText(): (effect: number) => string {
  const { t } = useTranslation('exceptions')
  const formats = useFormats()
  return (effect) => t('effect', { number: formats.number(roundedFigure(effect)) })
}

export function useExceptionWords(): (exception: PlanException) => ExceptionWords {
  const { t } = useTranslation('exceptions')
  const formats = useFormats()
  const effectText = useEffectText()
  const causeOf = useChoiceWords('output.constraint', 'name')
  const describe = useFindingText()
  return (exception) => {
    const { kind, item, customer, supplier, location, cause, quantity, days, enddate, description } =
      exception
    const { effect, value } = exception
    const facts = {
      quantity: formats.number(quantity ?? 0),
      time: formats.delay((days ?? 0) * daySeconds),
      date: enddate === null ? '–' : formats.date(enddate),
    }
    const stock = kind === 'shortage' || kind === 'excess'
    return {
      kind: t(`kind.${kind}`),
      sentence: kind === 'data' ? describe(description ?? '') : t(`sentence.${kind}`, facts),
      cause: cause === null || kind === 'data' ? '' : causeOf(cause),
      explanation: kind === 'data' ? '' : describe(description ?? ''),
      about: [stock ? null : item, customer ?? supplier, stock ? null : location].filter(Boolean).join(' · '),
      effect: effect > 0 ? effectText(effect) : '',
      value: value > 0 ? t('value', { number: formats.number(value, { maximumFractionDigits: 0 }) }) : '',
    }
  }
}
