/** The list of an entity, as a grid. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Badge } from '@mantine/core'
import { useScenario } from '../../platform/use-scenario.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EntityGrid } from '../../grid/entity-grid.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import type { GridSearch } from '../../grid/state/grid-search.ts'
import { WithEntity } from './with-entity.tsx'

const route = getRouteApi('/app/$scenario/data/$entity')

export function ListScreen() {
  const { t } = useTranslation('grid')
  const { entity } = route.useParams()
  const search = route.useSearch()
  const navigate = useNavigate()
  const scenario = useScenario()
  const onSearch = (next: GridSearch, replace: boolean): void => {
    void navigate({
      to: '/app/$scenario/data/$entity',
      params: { scenario: scenario.name, entity },
      search: next,
      replace,
    })
  }
  return (
    <WithEntity route={entity}>
      {(meta) => (
        <div className="screen-fill">
          <PageHeader
            title={heading(meta.label_plural)}
            help="how-to/work-with-data"
            aside={
              meta.readonly ? (
                <Badge color="gray">{t('badge.computed')}</Badge>
              ) : !meta.permissions.change && !meta.permissions.add && !meta.permissions.delete ? (
                <Badge color="gray">{t('badge.readonly')}</Badge>
              ) : null
            }
          />
          <EntityGrid meta={meta} search={search} onSearch={onSearch} />
        </div>
      )}
    </WithEntity>
  )
}
