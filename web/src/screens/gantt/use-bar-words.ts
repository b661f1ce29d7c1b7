/** Describes bars and capacity buckets of a Gantt chart in words, for labels, tooltips and screen readers. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isLateBy } from '../../../../src/rules/late.ts'
import type { TimelineBar } from '../../platform/api/timeline.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { percentOf, type PlacedCapacity } from './capacity.ts'
import type { PlacedBar } from './lanes.ts'
import type { Place } from './moves.ts'

export interface BarWords {
  /** Returns the facts of a bar: the order, what it makes, how much, when, for whom, and how late. */
  readonly factsOf: (bar: PlacedBar) => readonly string[]
  /** Returns the text within a bar: what it makes, how much, and for which sales orders. */
  readonly labelOf: (bar: TimelineBar) => string
  readonly ofBucket: (bucket: PlacedCapacity) => string
  /** Describes the changes of a moved bar. */
  readonly ofMove: (bar: PlacedBar, to: Partial<Place>) => string
}

/** Maximum number of sales orders or customers in a description. */
const mostNames = 5

const firstOf = (names: readonly string[], separator: string): string =>
  [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(separator)

const nameOf = ({ operation, item, reference }: TimelineBar): string => operation ?? item ?? reference

export function useBarWords(): BarWords {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  return useMemo(() => {
    const demandsOf = (bar: TimelineBar): string => firstOf(Object.keys(bar.demands), ', ')
    const labels = new WeakMap<TimelineBar, string>()
    return {
      factsOf: ({ bar }) => {
        const { operation, item, quantity, delay, customers } = bar
        const late = delay ?? 0
        const demands = demandsOf(bar)
        return [
          nameOf(bar),
          t('order', { reference: bar.reference }),
          ...(item === null || item === operation ? [] : [`${t('fact.item')}: ${item}`]),
          ...(quantity === null ? [] : [`${t('fact.quantity')}: ${formats.number(quantity)}`]),
          t('period', { start: formats.dateTime(bar.startdate), end: formats.dateTime(bar.enddate) }),
          ...(demands === '' ? [] : [`${t('fact.for')}: ${demands}`]),
          ...(customers.length === 0 ? [] : [`${t('color.customer')}: ${firstOf(customers, '; ')}`]),
          ...(isLateBy(late) ? [`${t('fact.late')} ${formats.delay(late)}`] : []),
        ]
      },
      labelOf: (bar) => {
        const known = labels.get(bar)
        if (known !== undefined) return known
        const quantity = bar.quantity === null ? '' : formats.number(bar.quantity)
        const label = [nameOf(bar), quantity, demandsOf(bar)].filter((part) => part !== '').join(' · ')
        labels.set(bar, label)
        return label
      },
      ofBucket: (bucket) =>
        t('capacityWords', {
          bucket: bucket.bucket,
          load: formats.number(Math.round(bucket.load * 100) / 100),
          available: formats.number(Math.round(bucket.available * 100) / 100),
          percent: formats.number(percentOf([bucket]) ?? 0),
        }),
      ofMove: ({ bar, resource: before }, { resource = before, start, quantity }) =>
        [
          nameOf(bar),
          start === undefined ? undefined : formats.dateTime(start),
          resource === before ? undefined : resource,
          typeof quantity === 'number' ? formats.number(quantity) : undefined,
        ]
          .filter((word) => word !== undefined)
          .join(', '),
    }
  }, [t, formats])
}
