/** Numbers of sales orders that become late, later, earlier or on time, each with a badge. */
import { useTranslation } from 'react-i18next'
import type { ChangedDemand } from '../platform/api/plan-trials.ts'
import { useFormats } from '../platform/formats/use-formats.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

const counted = [
  ['late', 'bad'],
  ['later', 'warn'],
  ['recovered', 'ok'],
  ['earlier', 'ok'],
] as const satisfies readonly (readonly [ChangedDemand['change'], Tone])[]

export type ChangeCount = Readonly<Record<(typeof counted)[number][0], number>>

interface Effects {
  readonly demands: readonly Pick<ChangedDemand, 'change'>[]
}

/** Returns whether a trial changes the delivery date of a sales order. */
export const changesDelivery = ({ demands }: Effects): boolean =>
  demands.some(({ change }) => counted.some(([name]) => name === change))

export function ChangeCounts({ counts }: { readonly counts: ChangeCount }) {
  const { t } = useTranslation('trial')
  const formats = useFormats()
  const shown = counted.filter(([change]) => counts[change] > 0)
  if (shown.length === 0) return t('demands.none')
  return shown.map(([change, tone]) => (
    <StatusBadge key={change} tone={tone}>
      {t(`change.${change}`)}: {formats.number(counts[change])}
    </StatusBadge>
  ))
}
