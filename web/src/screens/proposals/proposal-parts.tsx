/** The changes of a proposal that were applied separately, and the proposal of which this one is a part. */
import { useTranslation } from 'react-i18next'
import type { CheckedProposal } from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StateBadge } from './state-badge.tsx'
import styles from './proposals.module.css'

export function ProposalParts({ proposal: { parts, source } }: { readonly proposal: CheckedProposal }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const pathOf = (id: number): string => `/app/${encodeURIComponent(scenario.name)}/proposals/${id}`
  const { part_of: whole } = source
  if (parts.length === 0 && whole === undefined) return null
  return (
    <ul className={styles.parts}>
      {whole === undefined ? null : (
        <li>
          <ScreenLink to={pathOf(whole)}>{t('partOf', { id: whole })}</ScreenLink>
        </li>
      )}
      {parts.map(({ proposal: id, edits, state }) => (
        <li key={id}>
          <ScreenLink to={pathOf(id)}>{t('part', { number: edits, id })}</ScreenLink>{' '}
          <StateBadge state={state} />
        </li>
      ))}
    </ul>
  )
}
