/** Editable fields of an order in the Gantt chart, saved like any record. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import type { EntityMeta } from '../../platform/meta/entity-meta.ts'
import { RecordForm } from '../../grid/record/record-form.tsx'
import { recordQuery } from '../../grid/record/record-query.ts'
import { WithEntity } from '../data/with-entity.tsx'

interface BarFormProps {
  /** Such as `input.manufacturingorder`. */
  readonly entity: string
  readonly reference: string
  readonly onDirty: (dirty: boolean) => void
}

const fields = ['status', 'quantity', 'startdate', 'enddate', 'remark'] as const

export function BarForm({ entity, reference, onDirty }: BarFormProps) {
  return (
    <WithEntity route={entity}>
      {(meta) => <Fields meta={meta} reference={reference} onDirty={onDirty} />}
    </WithEntity>
  )
}

interface FieldsProps extends Pick<BarFormProps, 'reference' | 'onDirty'> {
  readonly meta: EntityMeta
}

function Fields({ meta, reference, onDirty }: FieldsProps) {
  const scenario = useScenario()
  const client = useQueryClient()
  const query = recordQuery(scenario.name, meta, reference)
  const record = useQuery(query)
  const redraw = (): void => {
    void client.invalidateQueries({ queryKey: ['timeline', scenario.name] })
    void client.invalidateQueries({ queryKey: ['timeline capacity', scenario.name] })
  }
  return (
    <QueryView query={record} inline rows={4}>
      {(data) => (
        <RecordForm
          scenario={scenario.name}
          meta={meta}
          record={data}
          only={fields}
          onDirty={onDirty}
          onSaved={(saved) => {
            client.setQueryData(query.queryKey, saved)
            redraw()
          }}
          onReload={() => void record.refetch().then(redraw)}
        />
      )}
    </QueryView>
  )
}
