/** Tabs of a record: its form, related records, comments and history; the address names the tab. */
import { type RecordTab, recordTabs } from './record-tab-names.ts'
import { Tabs } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '../../grid/record/record-form.tsx'
import { RecordHistory } from '../../grid/record/record-history.tsx'
import { recordQuery } from '../../grid/record/record-query.ts'
import { late } from '../../ui/late.tsx'
import styles from '../../grid/record/record.module.css'
import type { EntityMeta, Row } from '../../platform/meta/entity-meta.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'

/** Loaded separately, because its grid is larger than the rest of the screen. */
const RecordRelated = late(async () => (await import('../../grid/record/record-related.tsx')).RecordRelated)

/** Loaded separately, because most users open it seldom. */
const RecordMessages = late(
  async () => (await import('../../grid/record/record-messages.tsx')).RecordMessages,
)

export const recordRoute = '/app/$scenario/data/$entity/$key'
const route = getRouteApi(recordRoute)

interface RecordTabsProps {
  readonly meta: EntityMeta
  readonly id: string
  readonly record: Row
  readonly onReload: () => Promise<unknown>
}

export function RecordTabs({ meta, id, record, onReload }: RecordTabsProps) {
  const { t } = useTranslation('grid')
  const scenario = useScenario()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { entity } = route.useParams()
  const { tab = 'edit', relation } = route.useSearch()
  // The form of another version starts without changes.
  const [version, setVersion] = useState(0)
  const saved = (row: Row): void => {
    client.setQueryData(recordQuery(scenario.name, meta, id).queryKey, row)
    void client.invalidateQueries({ queryKey: ['history', scenario.name, meta.entity, id] })
  }
  const offered: Readonly<Record<RecordTab, boolean>> = {
    edit: true,
    related: meta.related.length > 0,
    messages: meta.comments,
    history: meta.history,
  }
  const show = (search: { readonly tab?: RecordTab; readonly relation?: string }): void =>
    void navigate({
      to: recordRoute,
      params: { scenario: scenario.name, entity, key: id },
      search,
      replace: true,
    })
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      className="screen-fill"
      onChange={(next) => {
        const name = recordTabs.find((one) => one === next)
        if (name !== undefined) show(name === 'edit' ? {} : { tab: name })
      }}
    >
      <Tabs.List className={styles.tabs ?? ''}>
        {recordTabs
          .filter((name) => offered[name])
          .map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`record.tab.${name === 'edit' && !meta.permissions.change ? 'details' : name}`)}
            </Tabs.Tab>
          ))}
      </Tabs.List>
      {/* Half-filled forms outlive a look at another tab. */}
      <Tabs.Panel
        value="edit"
        keepMounted
        className={styles.body ?? ''}
        style={tab === 'edit' ? undefined : { display: 'none' }}
      >
        <RecordForm
          key={version}
          scenario={scenario.name}
          meta={meta}
          record={record}
          onSaved={saved}
          onReload={() => void onReload().then(() => setVersion(version + 1))}
        />
      </Tabs.Panel>
      <Tabs.Panel value="related" className="screen-fill">
        <Suspense fallback={<LoadingSkeleton />}>
          <RecordRelated
            scenario={scenario.name}
            meta={meta}
            id={id}
            relation={relation}
            onRelation={(next) => show({ tab: 'related', relation: next })}
          />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="messages" className={styles.body ?? ''}>
        <Suspense fallback={<LoadingSkeleton rows={3} />}>
          <RecordMessages scenario={scenario.name} meta={meta} id={id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="history" className={styles.body ?? ''}>
        <RecordHistory scenario={scenario.name} meta={meta} id={id} />
      </Tabs.Panel>
    </Tabs>
  )
}
