/** One record with its form, related records, plan, comments and history. */
import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { IconChevronLeft, IconChevronRight, IconSitemap, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { CalendarLink } from '../../capacity/calendar-link.tsx'
import { ResourceActions } from '../../capacity/resource-actions.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StockLink } from '../../capacity/stock-link.tsx'
import { DeleteRows } from '../../grid/dialogs/delete-rows.tsx'
import { createGridModel } from '../../grid/grid-model.ts'
import { type EntityMeta, heading, keyOf, type Row, titleOfRow } from '../../platform/meta/entity-meta.ts'
import { useAdjacentRecords } from '../../grid/record/adjacent-records.ts'
import { RecordForm } from '../../grid/record/record-form.tsx'
import { RecordHistory } from '../../grid/record/record-history.tsx'
import { RecordMessages } from '../../grid/record/record-messages.tsx'
import { recordQuery } from '../../grid/record/record-query.ts'
import styles from '../../grid/record/record.module.css'
import { recordHref } from '../../platform/record-href.ts'
import { useModelSettings } from '../../grid/use-model-settings.ts'
import { WithEntity } from './with-entity.tsx'

const noRules = [] as const

/** Loaded separately, because its grid is larger than the rest of the screen. */
const RecordRelated = lazy(async () => ({
  default: (await import('../../grid/record/record-related.tsx')).RecordRelated,
}))

const route = getRouteApi('/app/$scenario/data/$entity/$key')

export function RecordScreen() {
  const { entity, key } = route.useParams()
  return (
    <WithEntity route={entity}>
      {(meta) => <Record key={`${meta.entity} ${key}`} meta={meta} id={key} />}
    </WithEntity>
  )
}

/** Entities with a supply path. */
const supplied: ReadonlySet<string> = new Set(['input.item', 'input.operation', 'input.resource'])

const tabs = ['edit', 'related', 'messages', 'history'] as const

function Record({ meta, id }: { readonly meta: EntityMeta; readonly id: string }) {
  const { t } = useTranslation('grid')
  const scenario = useScenario()
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { entity } = route.useParams()
  const { tab = 'edit' } = route.useSearch()
  const [deleting, setDeleting] = useState(false)
  const [version, setVersion] = useState(0)
  const settings = useModelSettings(scenario.name, meta, [meta.key], noRules)
  const adjacent = useAdjacentRecords(scenario.name, meta, id)
  const query = recordQuery(scenario.name, meta, id)
  const record = useQuery(query)
  if (record.isPending) return <LoadingSkeleton />
  if (record.error !== null) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />
  const list = `/app/${encodeURIComponent(scenario.name)}${meta.route}`
  const saved = (row: Row): void => {
    client.setQueryData(query.queryKey, row)
    setVersion(version + 1)
    void client.invalidateQueries({ queryKey: ['history', scenario.name, meta.entity, id] })
  }
  const step = (to: string | undefined, by: 1 | -1) => (
    <Tooltip label={t(by < 0 ? 'detail.previous' : 'detail.next')}>
      <ActionIcon
        variant="default"
        size={30}
        disabled={to === undefined}
        aria-label={t(by < 0 ? 'detail.previous' : 'detail.next')}
        onClick={() => {
          if (to === undefined) return
          adjacent.go(by)
          router.history.push(recordHref(scenario.name, meta.entity, to))
        }}
      >
        {by < 0 ? <IconChevronLeft size={16} /> : <IconChevronRight size={16} />}
      </ActionIcon>
    </Tooltip>
  )
  const shown = tabs.filter((name) =>
    name === 'related'
      ? meta.related.length > 0
      : name === 'messages'
        ? meta.comments
        : name === 'history'
          ? meta.history
          : true,
  )
  return (
    <div className="screen-fill">
      <PageHeader
        title={titleOf(meta, record.data, id)}
        crumbs={[{ label: heading(meta.label_plural), to: list }]}
        help="how-to/work-with-data"
        actions={
          <>
            {meta.entity === 'input.demand' ? (
              <Button
                component={ScreenLink}
                to={`${recordHref(scenario.name, meta.entity, id)}/plan`}
                variant="default"
                leftSection={<IconSitemap size={15} />}
              >
                {t('record.plan')}
              </Button>
            ) : supplied.has(meta.entity) ? (
              <Button
                component={ScreenLink}
                to={`/app/${encodeURIComponent(scenario.name)}/supplypath/${meta.model}/${encodeURIComponent(id)}`}
                variant="default"
                leftSection={<IconSitemap size={15} />}
              >
                {t('record.path')}
              </Button>
            ) : null}
            {meta.entity === 'input.item' ? <StockLink item={id} /> : null}
            {meta.entity === 'input.resource' ? <ResourceActions resource={id} /> : null}
            {meta.entity === 'input.calendar' ? <CalendarLink calendar={id} /> : null}
            {step(adjacent.previous, -1)}
            {step(adjacent.next, 1)}
            {meta.permissions.delete && !meta.readonly ? (
              <Button
                variant="light"
                color="red"
                leftSection={<IconTrash size={15} />}
                onClick={() => setDeleting(true)}
              >
                {t('selection.delete')}
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        className="screen-fill"
        onChange={(next) => {
          const name = tabs.find((one) => one === next)
          if (name !== undefined)
            void navigate({
              to: '/app/$scenario/data/$entity/$key',
              params: { scenario: scenario.name, entity, key: id },
              search: name === 'edit' ? {} : { tab: name },
              replace: true,
            })
        }}
      >
        <Tabs.List className={styles.tabs ?? ''}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`record.tab.${name}`)}
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
            record={record.data}
            onSaved={saved}
            onReload={() => void record.refetch().then(() => setVersion(version + 1))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="related" className="screen-fill">
          <Suspense fallback={<LoadingSkeleton />}>
            <RecordRelated scenario={scenario.name} meta={meta} id={id} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="messages" className={styles.body ?? ''}>
          <RecordMessages scenario={scenario.name} meta={meta} id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.body ?? ''}>
          <RecordHistory scenario={scenario.name} meta={meta} id={id} />
        </Tabs.Panel>
      </Tabs>
      {deleting ? (
        <DeleteRows
          model={createGridModel(settings)}
          scope={{ kind: 'rows', rows: [record.data] }}
          onClose={() => setDeleting(false)}
          onDone={() => router.history.push(list)}
        />
      ) : null}
    </div>
  )
}

/** Returns the title of a record: its key, or for numeric keys its natural key. */
function titleOf(meta: EntityMeta, record: Row, id: string): string {
  return titleOfRow(meta, record) ?? (keyOf(meta, record) || id)
}
