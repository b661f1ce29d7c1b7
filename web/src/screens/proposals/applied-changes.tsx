/** Says which change set applied a proposal, with a button that undoes it, or which change set has undone it. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeSetStateQuery } from '../../platform/api/audit.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { UndoButton } from '../../undo/undo-button.tsx'
import styles from './proposals.module.css'

export function AppliedChanges({ changeset }: { readonly changeset: number }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  // Those who may not read the audit may not undo either.
  const { data: set } = useQuery(changeSetStateQuery(scenario.name, changeset))
  return (
    <p className={styles.applied} role="status">
      {t('done.apply', { changeset })}{' '}
      {set === undefined || set === null ? null : set.undo.by === null ? (
        <UndoButton scenario={scenario.name} changeset={changeset} obstacle={set.undo.obstacle} />
      ) : (
        t('undo:done', { changeset: set.undo.by })
      )}
    </p>
  )
}
