/** Says which change set applied a proposal, and offers its undo, or says who has undone it. */
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { proposalsKey } from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ChangeSetLink } from '../../undo/change-set-link.tsx'
import { UndoStanding } from '../../undo/undo-standing.tsx'
import styles from './proposals.module.css'

export function AppliedChanges({ changeset }: { readonly changeset: number }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const client = useQueryClient()
  // The state of the proposal depends on whether the change set is undone.
  const refresh = (): void => void client.invalidateQueries({ queryKey: proposalsKey(scenario.name) })
  return (
    <p className={styles.applied} role="status">
      <ChangeSetLink scenario={scenario.name} changeset={changeset}>
        {t('done.apply', { changeset })}
      </ChangeSetLink>{' '}
      <UndoStanding scenario={scenario.name} changeset={changeset} onUndone={refresh} />
    </p>
  )
}
