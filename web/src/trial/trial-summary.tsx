/**
 * Summary of a trial in one line: the numbers of sales orders that become late, later, earlier or on time, and the
 * total lateness in quantity-days.
 */
import { useTranslation } from 'react-i18next'
import type { Trial } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { type ChangeCount, ChangeCounts } from './change-counts.tsx'

export function TrialSummary({ trial: { demands, keyfigures } }: { readonly trial: Omit<Trial, 'token'> }) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const count = (change: keyof ChangeCount): number =>
    demands.filter((demand) => demand.change === change).length
  const counts: ChangeCount = {
    late: count('late'),
    later: count('later'),
    recovered: count('recovered'),
    earlier: count('earlier'),
  }
  const { before, after } = keyfigures
  const whole = (value: number): string => formats.number(value, { maximumFractionDigits: 0 })
  return (
    <>
      <ChangeCounts counts={counts} />
      {Object.values(counts).some((number) => number > 0) ? (
        <span>
          {t('figures.quantity_days_late')}: {whole(before.quantity_days_late)} →{' '}
          {whole(after.quantity_days_late)}
        </span>
      ) : null}
    </>
  )
}
