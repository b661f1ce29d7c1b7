/** Formats the delivery of a sales order: its date and its lateness. */
import { isLateBy } from '../../../src/rules/late.ts'
import { daySeconds } from '../platform/formats/instants.ts'
import { useTranslation } from 'react-i18next'
import type { DemandState } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'

export interface DeliveryWords {
  /** Formats a difference as days with one decimal. */
  readonly days: (days: number) => string
  readonly date: (state: DemandState | null) => string
  /** Formats the lateness and the missing quantity. */
  readonly lateness: (state: DemandState | null) => string
}

export const isLate = (state: DemandState | null): boolean =>
  state !== null && (isLateBy((state.days_late ?? 0) * daySeconds) || state.date === null || state.short > 0)

/**
 * Returns whether the last date and the missing quantity are the same, to the minute: if the delivery is nevertheless
 * earlier or later, only a part of it is.
 */
export const isSameDelivery = (before: DemandState | null, after: DemandState | null): boolean =>
  before !== null && after !== null && before.short === after.short && minutesOf(before) === minutesOf(after)

const minutesOf = ({ date }: DemandState): string | undefined => date?.slice(0, 'yyyy-mm-ddThh:mm'.length)

export function useDeliveryWords(): DeliveryWords {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const days = (count: number): string => formats.delay(count * daySeconds)
  return {
    days,
    date: (state) =>
      state === null || state.date === null ? t('state.nothing') : formats.dateTime(state.date),
    lateness: (state) => {
      if (state === null) return ''
      const { days_late: late, short } = state
      const words = [
        ...(late === null
          ? []
          : [
              isLateBy(late * daySeconds)
                ? t('state.late', { late: formats.delay(late * daySeconds) })
                : t('state.onTime'),
            ]),
        ...(short > 0 ? [t('state.short', { quantity: formats.number(short) })] : []),
      ]
      return words.join(' · ')
    },
  }
}
