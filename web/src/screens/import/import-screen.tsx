/** Imports one file into an entity, step by step. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import { WithEntity } from '../data/with-entity.tsx'
import { ImportSteps } from './import-steps.tsx'

const route = getRouteApi('/app/$scenario/data/$entity/import')

export function ImportScreen() {
  const { t } = useTranslation('import')
  const { entity } = route.useParams()
  const scenario = useScenario()
  return (
    <WithEntity route={entity}>
      {(meta) => (
        <>
          <PageHeader
            title={t('title', { entity: meta.label_plural })}
            crumbs={[
              {
                label: heading(meta.label_plural),
                to: `/app/${encodeURIComponent(scenario.name)}${meta.route}`,
              },
            ]}
            help="how-to/work-with-data"
          />
          <Allowed meta={meta} />
        </>
      )}
    </WithEntity>
  )
}

function Allowed({ meta }: { readonly meta: EntityMeta }) {
  const { t } = useTranslation('import')
  const scenario = useScenario()
  const found = useQuery(tasksQuery(scenario.name))
  const { add, change } = meta.permissions
  if (!meta.imports) return <EmptyState title={t('computed')}>{t('computedHint')}</EmptyState>
  if (!add && !change) return <NoRight detail={t('noRecords', { entity: meta.label_plural })} />
  return (
    <QueryView query={found}>
      {(tasks) =>
        tasks.some(({ name }) => name === 'importfromfolder') ? (
          <ImportSteps key={meta.entity} meta={meta} />
        ) : (
          <NoRight detail={t('noTask')} />
        )
      }
    </QueryView>
  )
}
