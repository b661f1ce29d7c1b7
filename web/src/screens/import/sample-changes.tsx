/** The first records that an import would change, with the old and the new value of each field. */
import { useTranslation } from 'react-i18next'
import type { ImportOutcome } from '../../platform/api/import.ts'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import { DataTable } from '../../ui/data-table.tsx'

interface SampleChangesProps {
  readonly meta: EntityMeta
  readonly sample: ImportOutcome['sample']
}

export function SampleChanges({ meta, sample }: SampleChangesProps) {
  const { t } = useTranslation('import')
  const show = useShownValue(meta)
  const rows = sample.flatMap(({ key, fields }) =>
    fields.map(({ field, before, after }) => ({ key, field, before, after })),
  )
  return (
    <>
      <h3>{t('sample.title')}</h3>
      <DataTable
        label={t('sample.title')}
        rows={rows}
        rowKey={({ key, field }) => `${key}\0${field}`}
        columns={[
          { id: 'key', header: t('sample.record'), cell: ({ key }) => key },
          { id: 'field', header: t('sample.field'), cell: ({ field }) => show.label(field) },
          {
            id: 'before',
            header: t('sample.before'),
            cell: ({ field, before }) => show.value(field, before),
          },
          { id: 'after', header: t('sample.after'), cell: ({ field, after }) => show.value(field, after) },
        ]}
      />
    </>
  )
}
