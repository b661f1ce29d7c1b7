/** State of a proposal as word and icon. */
import { useTranslation } from 'react-i18next'
import type { ProposalState } from '../../platform/api/proposals.ts'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const tones: Readonly<Record<ProposalState, Tone>> = {
  draft: 'neutral',
  open: 'waiting',
  approved: 'info',
  applied: 'ok',
  rejected: 'bad',
  withdrawn: 'off',
}

export function StateBadge({ state }: { readonly state: ProposalState }) {
  const { t } = useTranslation('proposals')
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
}
