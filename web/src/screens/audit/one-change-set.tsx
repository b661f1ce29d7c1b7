/** One change set of the audit trail, opened: the target of links to it. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeSetStateQuery } from '../../platform/api/audit.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useChangeSetTitles } from '../../undo/change-set-title.ts'
import { ChangeSetItem } from './change-set.tsx'
import { usePlanEffects } from './use-plan-effects.ts'
import styles from './audit.module.css'

export function OneChangeSet({ changeset }: { readonly changeset: number }) {
  const { t } = useTranslation('audit')
  const scenario = useScenario()
  const found = useQuery(changeSetStateQuery(scenario.name, changeset))
  const effectOf = usePlanEffects()
  const { titleOf } = useChangeSetTitles(scenario.name)
  return (
    <>
      <PageHeader
        title={t('undo:set.name', { changeset })}
        crumbs={[{ label: t('title'), to: withQuery('/app/audit', { scenario: scenario.name }) }]}
        help="how-to/see-what-changed"
        aside={<span className={styles.soft}>{scenario.label}</span>}
      />
      <div className={styles.page}>
        <QueryView query={found}>
          {(set) =>
            set === null ? (
              <EmptyState title={t('noMatch')} />
            ) : (
              <>
                <p className={styles.soft}>{titleOf(set)}</p>
                <ol className={styles.sets}>
                  <ChangeSetItem set={set} entity={undefined} effect={effectOf(changeset)} isAlone />
                </ol>
              </>
            )
          }
        </QueryView>
      </div>
    </>
  )
}
