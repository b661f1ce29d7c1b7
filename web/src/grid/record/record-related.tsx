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

export function RecordRelated({
  scenario,
  meta,
  id,
}: {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly id: string
}) {
  const { t, i18n } = useTranslation('grid')
  // The own entity comes last, because few records refer to records of the same entity.
  const related = meta.related.toSorted(
    (one, other) => Number(one.entity === meta.entity) - Number(other.entity === meta.entity),
  )
  const [chosen, setChosen] = useState(() =>
    related[0] === undefined ? undefined : `${related[0].entity} ${related[0].field}`,
  )
  const [search, setSearch] = useState<GridSearch>({})
  const relation = related.find(({ entity, field }) => `${entity} ${field}` === chosen)
  const target = useQuery({
    ...metaQuery(scenario, relation?.entity ?? '', i18n.language),
    enabled: relation !== undefined,
  })
  const fixed = relation === undefined ? [] : [{ field: relation.filter, lookup: 'exact', value: id }]
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
        data={related.map(({ entity, label, field, field_label: fieldLabel }) => ({
          value: `${entity} ${field}`,
          label: heading(label) + (twice.has(entity) ? ` (${fieldLabel ?? field})` : ''),
        }))}
        value={chosen ?? null}
        onChange={(next) => {
          setSearch({})
          setChosen(next ?? chosen)
        }}
      />
      {target.data === undefined ? (
        <LoadingSkeleton rows={4} />
      ) : (
        <EntityGrid
          key={chosen}
          meta={target.data}
          search={search}
          onSearch={setSearch}
          fixed={fixed}
          defaults={{ [relation.field]: id }}
          embedded
        />
      )}
    </div>
  )
}
