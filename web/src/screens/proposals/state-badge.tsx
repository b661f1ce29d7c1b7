/** State of a proposal as word and icon. */
import { useTranslation } from 'react-i18next'
import { pendingStates } from '../../../../src/model/proposals.ts'
import type { Proposal, ProposalState } from '../../platform/api/proposals.ts'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './proposals.module.css'

const tones: Readonly<Record<ProposalState, Tone>> = {
  draft: 'neutral',
  open: 'waiting',
  approved: 'info',
  applied: 'ok',
  undone: 'off',
  rejected: 'bad',
  withdrawn: 'off',
}

export function StateBadge({ state }: { readonly state: ProposalState }) {
  const { t } = useTranslation('proposals')
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
}

/** The state, and whether some of the changes are applied already. */
export function StateBadges({ proposal }: { readonly proposal: Pick<Proposal, 'state' | 'source'> }) {
  const { t } = useTranslation('proposals')
  const { state, source } = proposal
  const isPart = pendingStates.includes(state) && (source.parts ?? []).length > 0
  return (
    <span className={styles.badges}>
      <StateBadge state={state} />
      {isPart ? <StatusBadge tone="info">{t('partly')}</StatusBadge> : null}
    </span>
  )
}
