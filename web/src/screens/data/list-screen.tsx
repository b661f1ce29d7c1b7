/** The list of an entity, as a grid. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@mantine/core'
import { useScenario } from '../../platform/use-scenario.ts'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EntityGrid } from '../../grid/entity-grid.tsx'
import { type EntitySummary, heading } from '../../platform/meta/entity-meta.ts'
import type { GridSearch } from '../../grid/state/grid-search.ts'
import { WithEntity } from './with-entity.tsx'

const route = getRouteApi('/app/$scenario/data/$entity')

export function ListScreen() {
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
    <WithEntity
      route={entity}
      renderAhead={(listed) => (
        <List entity={listed}>
          <LoadingSkeleton />
        </List>
      )}
    >
      {(meta) => (
        <List entity={meta}>
          <EntityGrid meta={meta} search={search} onSearch={onSearch} />
        </List>
      )}
    </WithEntity>
  )
}

interface ListProps {
  readonly entity: Pick<EntitySummary, 'label_plural' | 'readonly' | 'permissions'>
  readonly children: ReactNode
}

/** The title is shown before the grid, which takes longer. */
function List({ entity: { label_plural: label, readonly, permissions }, children }: ListProps) {
  const { t } = useTranslation('grid')
  const isViewed = !permissions.change && !permissions.add && !permissions.delete
  return (
    <div className="screen-fill">
      <PageHeader
        title={heading(label)}
        help="how-to/work-with-data"
        aside={
          readonly || isViewed ? (
            <Badge color="gray">{t(readonly ? 'badge.computed' : 'badge.readonly')}</Badge>
          ) : null
        }
      />
      {children}
    </div>
  )
}
