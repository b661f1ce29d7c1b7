/**
 * Summary of a trial in one line: the numbers of sales orders that become late, later, earlier or on time, and the
 * total lateness in quantity-days.
 */
import { useTranslation } from 'react-i18next'
import type { ChangedDemand, Trial } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

const changes: readonly (readonly [ChangedDemand['change'], Tone])[] = [
  ['late', 'bad'],
  ['later', 'warn'],
  ['recovered', 'ok'],
  ['earlier', 'ok'],
]

export function TrialSummary({ trial: { demands, keyfigures } }: { readonly trial: Omit<Trial, 'token'> }) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const counted = changes.flatMap(([change, tone]) => {
    const count = demands.filter((demand) => demand.change === change).length
    return count === 0 ? [] : [{ change, tone, count }]
  })
  if (counted.length === 0) return t('demands.none')
  const { before, after } = keyfigures
  const whole = (value: number): string => formats.number(value, { maximumFractionDigits: 0 })
  return (
    <>
      {counted.map(({ change, tone, count }) => (
        <StatusBadge key={change} tone={tone}>
          {t(`change.${change}`)}: {formats.number(count)}
        </StatusBadge>
      ))}
      <span>
        {t('figures.quantity_days_late')}: {whole(before.quantity_days_late)} →{' '}
        {whole(after.quantity_days_late)}
      </span>
    </>
  )
}
