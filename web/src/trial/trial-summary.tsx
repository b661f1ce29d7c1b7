/**
 * Summary of a trial in one line: the numbers of sales orders that become late, later, earlier or on time, and the
 * total lateness in quantity-days.
 */
import { useTranslation } from 'react-i18next'
import type { Trial } from '../platform/api/plan-trials.ts'
import { type ChangeCount, ChangeCounts } from './change-counts.tsx'
import { useFigureText } from './figure-text.ts'

export function TrialSummary({ trial: { demands, keyfigures } }: { readonly trial: Omit<Trial, 'token'> }) {
  const { t } = useTranslation('trial')
  const text = useFigureText()
  const count = (change: keyof ChangeCount): number =>
    demands.filter((demand) => demand.change === change).length
  const counts: ChangeCount = {
    late: count('late'),
    later: count('later'),
    recovered: count('recovered'),
    earlier: count('earlier'),
  }
  const { before, after } = keyfigures
  return (
    <>
      <ChangeCounts counts={counts} />
      {Object.values(counts).some((number) => number > 0) ? (
        <span>
          {t('figures.quantity_days_late')}: {text('quantity_days_late', before.quantity_days_late)} →{' '}
          {text('quantity_days_late', after.quantity_days_late)}
        </span>
      ) : null}
    </>
  )
}
