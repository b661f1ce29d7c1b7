/** The last accepted remedy of a sales order, with its change set and its undo. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { remediesOfQuery } from '../../platform/api/audit.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ChangeSetLink } from '../../undo/change-set-link.tsx'
import { useChangeSetTitles } from '../../undo/change-set-title.ts'
import { UndoStandingOf } from '../../undo/undo-standing.tsx'
import styles from './trees.module.css'

/** Renders nothing without one, and for those who may not view the audit trail. */
export function AcceptedRemedy({ demand }: { readonly demand: string }) {
  const { t } = useTranslation('undo')
  const scenario = useScenario()
  const mayView = scenario.may('common.view_comment')
  const { data } = useQuery({ ...remediesOfQuery(scenario.name, demand), enabled: mayView })
  const { titleOf } = useChangeSetTitles(scenario.name)
  const set = data?.sets[0]
  if (set === undefined) return null
  return (
    <p className={styles.accepted}>
      {titleOf(set)} · {set.user?.username ?? t('grid:record.nobody')} · <RelativeTime at={set.created} /> ·{' '}
      <ChangeSetLink scenario={scenario.name} changeset={set.changeset}>
        {t('set.name', { changeset: set.changeset })}
      </ChangeSetLink>{' '}
      <UndoStandingOf
        scenario={scenario.name}
        changeset={set.changeset}
        created={set.created}
        undo={set.undo}
      />
    </p>
  )
}
