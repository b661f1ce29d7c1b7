/** Describes bars and capacity buckets of a Gantt chart in words, for tooltips and screen readers. */
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import type { PlacedBar } from './lanes.ts'
import type { Place } from './moves.ts'
import { percentOf, type PlacedCapacity } from './strip.ts'

export interface BarWords {
  readonly ofBar: (bar: PlacedBar) => string
  readonly ofBucket: (bucket: PlacedCapacity) => string
  /** Describes the changes of a moved bar. */
  readonly ofMove: (bar: PlacedBar, to: Partial<Place>) => string
}

const nameOf = ({ bar }: PlacedBar): string => bar.operation ?? bar.item ?? bar.reference

export function useBarWords(): BarWords {
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  return {
    ofBar: (placed) =>
      t('barWords', {
        name: nameOf(placed),
        start: formats.dateTime(placed.bar.startdate),
        end: formats.dateTime(placed.bar.enddate),
        late: (placed.bar.delay ?? 0) > 0 ? t('late') : '',
      }),
    ofBucket: (bucket) =>
      t('capacityWords', {
        bucket: bucket.bucket,
        load: formats.number(Math.round(bucket.load * 100) / 100),
        available: formats.number(Math.round(bucket.available * 100) / 100),
        percent: formats.number(percentOf([bucket]) ?? 0),
      }),
    ofMove: (placed, { resource = placed.resource, start, quantity }) =>
      [
        nameOf(placed),
        start === undefined ? undefined : formats.dateTime(start),
        resource === placed.resource ? undefined : resource,
        typeof quantity === 'number' ? formats.number(quantity) : undefined,
      ]
        .filter((word) => word !== undefined)
        .join(', '),
  }
}
