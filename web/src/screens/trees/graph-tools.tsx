/** Tools of the supply graph: the highlighted sales order, zoom, branches, search results and number of nodes. */
import { Button, Select } from '@mantine/core'
import { IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { IconTool } from '../../ui/icon-tool.tsx'
import { lateOrderNamesQuery } from './late-orders.ts'
import type { ShownNetwork } from './supply-graph.ts'
import styles from './graph.module.css'

interface GraphToolsProps {
  readonly view: { readonly zoom: (factor: number) => void; readonly fit: () => void }
  /** The highlighted sales order. */
  readonly demand: string | undefined
  readonly onDemand: (name: string | undefined) => void
  /** Whether no branch is collapsed. */
  readonly isAllOpen: boolean
  readonly onOpenAll: () => void
  /** Number of nodes that match the search; undefined without a search. */
  readonly found: number | undefined
  /** Goes to the next node that matches the search. */
  readonly onFound: () => void
  readonly shown: ShownNetwork
}

export function GraphTools(props: GraphToolsProps) {
  const { view, demand, onDemand, isAllOpen, onOpenAll, found, onFound, shown } = props
  const { t } = useTranslation('trees')
  const scenario = useScenario()
  const orders = useQuery(lateOrderNamesQuery(scenario.name))
  return (
    <div className={styles.tools}>
      <Select
        className={styles.order}
        aria-label={t('graph.order')}
        placeholder={t('graph.order')}
        data={[...new Set([...(demand === undefined ? [] : [demand]), ...(orders.data ?? [])])]}
        value={demand ?? null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('graph.noOrder') }}
        limit={100}
        onChange={(name) => onDemand(name ?? undefined)}
      />
      <IconTool label={t('graph.zoomIn')} onClick={() => view.zoom(1.25)}>
        <IconZoomIn size={16} />
      </IconTool>
      <IconTool label={t('graph.zoomOut')} onClick={() => view.zoom(0.8)}>
        <IconZoomOut size={16} />
      </IconTool>
      <IconTool label={t('graph.fit')} onClick={view.fit}>
        <IconArrowsMaximize size={16} />
      </IconTool>
      <Button variant="default" disabled={isAllOpen} onClick={onOpenAll}>
        {t('openAll')}
      </Button>
      {found === undefined || found === 0 ? null : (
        <Button variant="default" onClick={onFound}>
          {t('graph.found', { count: found })}
        </Button>
      )}
      <span className={styles.soft} role="status">
        {found === 0 ? `${t('graph.found', { count: 0 })} · ` : null}
        {shown.count > shown.nodes.length
          ? t('graph.cut', { shown: shown.nodes.length, count: shown.count })
          : t('graph.count', { count: shown.count })}
      </span>
    </div>
  )
}
