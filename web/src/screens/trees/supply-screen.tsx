/** The network of an item, an operation, a resource or a demand: its supply, or its use. */
import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type SupplyNode, supplyPathQuery } from '../../platform/api/plan-trees.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTypedText } from '../../ui/use-typed.ts'
import { recordHref } from '../../platform/record-href.ts'
import { CutNotice, MoreMark } from './cut-notice.tsx'
import { isNamed, nodeHref, nodeName } from './node-words.ts'
import type { TreeSearch } from './tree-search.ts'
import { TreeTable } from './tree-table.tsx'
import { TreeTools } from './tree-tools.tsx'
import { useTree } from './use-tree.ts'
import { late } from '../../ui/late.tsx'
import styles from './trees.module.css'

/** Loaded separately, because its layout code is larger than the rest of the screen. */
const GraphView = late(async () => (await import('./graph-view.tsx')).GraphView)

/** Number of levels that are initially open. */
const openAtFirst = 5

export function SupplyScreen() {
  const { entity = 'item', key = '' } = useParams({ strict: false })
  const { t } = useTranslation('trees')
  const scenario = useScenario()
  const navigate = useNavigate()
  const search: TreeSearch = useSearch({ strict: false })
  const downstream = search.direction === 'downstream'
  const answer = useQuery(
    supplyPathQuery(scenario.name, {
      [entity]: key,
      location: search.location,
      direction: downstream ? 'downstream' : undefined,
    }),
  )
  const change = (changes: TreeSearch): void => {
    void navigate({
      to: '/app/$scenario/supplypath/$entity/$key',
      params: { scenario: scenario.name, entity, key },
      search: changes,
      replace: true,
    })
  }
  const wanted = useTypedText(search.search ?? '', (text) =>
    change({ ...without(search, 'search'), ...(text === '' ? {} : { search: text }) }),
  )
  return (
    <div className="screen-fill">
      <PageHeader
        title={t(downstream ? 'supply.whereUsed' : 'supply.of', { name: key })}
        crumbs={[{ label: key, to: recordHref(scenario.name, entity, key) }]}
        help="how-to/plan-reports"
      />
      <Group gap="xs" className={styles.tools}>
        <SegmentedControl
          aria-label={t('supply.direction')}
          data={[
            { value: 'upstream', label: t('supply.upstream') },
            { value: 'downstream', label: t('supply.downstream') },
          ]}
          value={downstream ? 'downstream' : 'upstream'}
          onChange={(direction) =>
            change({ ...without(search, 'direction'), ...(direction === 'downstream' ? { direction } : {}) })
          }
        />
        <SegmentedControl
          aria-label={t('graph.show')}
          data={[
            { value: 'tree', label: t('graph.tree') },
            { value: 'graph', label: t('graph.name') },
          ]}
          value={search.show ?? 'tree'}
          onChange={(show) => change({ ...without(search, 'show'), ...(show === 'graph' ? { show } : {}) })}
        />
        <TextInput
          type="search"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          placeholder={t('supply.search')}
          aria-label={t('supply.search')}
          value={wanted.value}
          onChange={({ currentTarget }) => wanted.type(currentTarget.value)}
        />
      </Group>
      <QueryView query={answer}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title={t('supply.none')}>{t('supply.noneHint')}</EmptyState>
          ) : search.show === 'graph' ? (
            <Suspense fallback={<LoadingSkeleton />}>
              <CutNotice rows={data} />
              <GraphView
                key={String(downstream)}
                rows={data}
                downstream={downstream}
                wanted={search.search ?? ''}
                demand={search.demand ?? (entity === 'demand' ? key : undefined)}
                onDemand={(demand) =>
                  change({ ...without(search, 'demand'), ...(demand === undefined ? {} : { demand }) })
                }
              />
            </Suspense>
          ) : (
            <Network key={String(downstream)} nodes={data} wanted={search.search ?? ''} />
          )
        }
      </QueryView>
    </div>
  )
}

const without = (search: TreeSearch, name: keyof TreeSearch): TreeSearch =>
  Object.fromEntries(Object.entries(search).filter(([part]) => part !== name))

function Network({ nodes, wanted }: { readonly nodes: readonly SupplyNode[]; readonly wanted: string }) {
  const { t } = useTranslation('trees')
  const formats = useFormats()
  const tree = useTree(nodes, openAtFirst)
  const found = nodes.filter((node) => isNamed(node, wanted)).length
  return (
    <>
      <CutNotice rows={nodes} />
      <TreeTools tree={tree}>
        <span className={styles.soft}>{t('supply.count', { count: nodes.length })}</span>
        <span className={styles.soft} role="status">
          {wanted === '' ? '' : t('graph.found', { count: found })}
        </span>
      </TreeTools>
      <TreeTable
        label={t('supply.tree')}
        tree={tree}
        nameHeader={t('supply.node')}
        renderName={(node) => <NodeName node={node} found={isNamed(node, wanted)} />}
        columns={[
          {
            id: 'place',
            header: t('supply.place'),
            width: 180,
            renderCell: ({ location }) => location ?? '',
          },
          {
            id: 'quantity',
            header: t('supply.quantity'),
            width: 100,
            end: true,
            renderCell: ({ quantity }) => (quantity === null ? '' : formats.number(quantity)),
          },
          {
            id: 'total',
            header: t('supply.total'),
            width: 100,
            end: true,
            renderCell: ({ total }) => (total === null ? '' : formats.number(total)),
          },
          {
            id: 'leadtime',
            header: t('supply.leadtime'),
            width: 120,
            end: true,
            renderCell: ({ leadtime }) => (leadtime === null ? '' : formats.duration(leadtime)),
          },
          {
            id: 'per',
            header: t('supply.per'),
            width: 120,
            end: true,
            renderCell: ({ duration_per: per }) => (per === null ? '' : formats.duration(per)),
          },
          {
            id: 'priority',
            header: t('supply.priority'),
            width: 96,
            end: true,
            renderCell: ({ priority }) => priority ?? '',
          },
        ]}
      />
    </>
  )
}

function NodeName({ node, found }: { readonly node: SupplyNode; readonly found: boolean }) {
  const { t } = useTranslation('trees')
  const scenario = useScenario()
  return (
    <>
      <span className={styles.type}>{t(`kind.${node.kind}`, node.kind)}</span>
      <ScreenLink
        tabIndex={-1}
        className={styles.lines}
        data-found={found}
        to={nodeHref(recordHref, scenario.name, node)}
      >
        {nodeName(node)}
      </ScreenLink>
      {node.circular ? <span className={styles.critical}>{t('supply.circular')}</span> : null}
      <MoreMark more={node.more} />
    </>
  )
}
