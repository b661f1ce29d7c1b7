/** One record with its form, related records, plan, comments and history. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { DeleteRows } from '../../grid/dialogs/delete-rows.tsx'
import { createGridModel } from '../../grid/grid-model.ts'
import { recordQuery } from '../../grid/record/record-query.ts'
import { useModelSettings } from '../../grid/use-model-settings.ts'
import { type EntityMeta, heading, keyOf, type Row, titleOfRow } from '../../platform/meta/entity-meta.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RecordActions } from './record-actions.tsx'
import { recordRoute, RecordTabs } from './record-tabs.tsx'
import { WithEntity } from './with-entity.tsx'

const noRules = [] as const

const route = getRouteApi(recordRoute)

export function RecordScreen() {
  const { entity, key } = route.useParams()
  return (
    <WithEntity route={entity}>
      {(meta) => <Record key={`${meta.entity} ${key}`} meta={meta} id={key} />}
    </WithEntity>
  )
}

function Record({ meta, id }: { readonly meta: EntityMeta; readonly id: string }) {
  const scenario = useScenario()
  const router = useRouter()
  const [deleting, setDeleting] = useState(false)
  const settings = useModelSettings(scenario.name, meta, [meta.key], noRules)
  const record = useQuery(recordQuery(scenario.name, meta, id))
  const list = `/app/${encodeURIComponent(scenario.name)}${meta.route}`
  return (
    <QueryView query={record}>
      {(data) => (
        <div className="screen-fill">
          <PageHeader
            title={titleOf(meta, data, id)}
            crumbs={[{ label: heading(meta.label_plural), to: list }]}
            help="how-to/work-with-data"
            actions={<RecordActions meta={meta} id={id} onDelete={() => setDeleting(true)} />}
          />
          <RecordTabs meta={meta} id={id} record={data} onReload={() => record.refetch()} />
          {deleting ? (
            <DeleteRows
              model={createGridModel(settings)}
              scope={{ kind: 'rows', rows: [data] }}
              onClose={() => setDeleting(false)}
              onDone={() => router.history.push(list)}
            />
          ) : null}
        </div>
      )}
    </QueryView>
  )
}

/** Returns the title of a record: its key, or for numeric keys its natural key. */
function titleOf(meta: EntityMeta, record: Row, id: string): string {
  return titleOfRow(meta, record) ?? (keyOf(meta, record) || id)
}
