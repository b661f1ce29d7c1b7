/** Records that refer to this one, each entity in its own editable grid. */
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { EntityGrid } from '../entity-grid.tsx'
import { type EntityMeta, heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import type { GridSearch } from '../state/grid-search.ts'

interface RecordRelatedProps {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly id: string
  /** The chosen relation, such as `input.demand item`; by default the first one. */
  readonly relation: string | undefined
  readonly onRelation: (relation: string) => void
}

const nameOf = ({ entity, field }: EntityMeta['related'][number]): string => `${entity} ${field}`

export function RecordRelated({ scenario, meta, id, relation: wanted, onRelation }: RecordRelatedProps) {
  const { t, i18n } = useTranslation('grid')
  // The own entity comes last, because few records refer to records of the same entity.
  const related = meta.related.toSorted(
    (one, other) => Number(one.entity === meta.entity) - Number(other.entity === meta.entity),
  )
  const relation = related.find((one) => nameOf(one) === wanted) ?? related[0]
  const target = useQuery({
    ...metaQuery(scenario, relation?.entity ?? '', i18n.language),
    enabled: relation !== undefined,
  })
  if (relation === undefined) return <EmptyState title={t('record.noRelated')} />
  const twice = new Set(
    meta.related
      .filter((one, index) => meta.related.findIndex(({ entity }) => entity === one.entity) !== index)
      .map(({ entity }) => entity),
  )
  return (
    <div style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, gap: 8 }}>
      <Select
        mx="var(--gap)"
        w={320}
        label={t('record.related')}
        allowDeselect={false}
        data={related.map((one) => ({
          value: nameOf(one),
          label: heading(one.label) + (twice.has(one.entity) ? ` (${one.field_label ?? one.field})` : ''),
        }))}
        value={nameOf(relation)}
        onChange={(next) => {
          if (next !== null) onRelation(next)
        }}
      />
      {target.data === undefined ? (
        <LoadingSkeleton rows={4} />
      ) : (
        <RelatedGrid key={nameOf(relation)} meta={target.data} relation={relation} id={id} />
      )}
    </div>
  )
}

interface RelatedGridProps {
  readonly meta: EntityMeta
  readonly relation: EntityMeta['related'][number]
  readonly id: string
}

function RelatedGrid({ meta, relation, id }: RelatedGridProps) {
  const [search, setSearch] = useState<GridSearch>({})
  return (
    <EntityGrid
      meta={meta}
      search={search}
      onSearch={setSearch}
      fixed={[{ field: relation.filter, lookup: 'exact', value: id }]}
      defaults={{ [relation.field]: id }}
      embedded
    />
  )
}
