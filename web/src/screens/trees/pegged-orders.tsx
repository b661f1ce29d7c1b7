/** The supply of a sales order, as a tree with a timeline. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayMs, nowInPlan } from '../../platform/formats/instants.ts'
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useChoiceWords } from '../../platform/meta/use-choice-words.ts'
import { CutNotice, MoreMark } from './cut-notice.tsx'
import { OrderBar, spanOf } from './order-bar.tsx'
import { criticalFirst, isStock, type Slack, slackOf } from './slack.ts'
import { TimeScale } from './time-scale.tsx'
import { TreeTable } from './tree-table.tsx'
import { TreeTools } from './tree-tools.tsx'
import { useTree } from './use-tree.ts'
import styles from './trees.module.css'

/** Number of levels that are initially open. */
const openAtFirst = 4

export function PeggedOrders({ orders }: { readonly orders: readonly PeggedOrder[] }) {
  const { t } = useTranslation('trees')
  const formats = useFormats()
  const scenario = useScenario()
  const slack = useMemo(() => slackOf(orders), [orders])
  const tree = useTree(
    useMemo(() => criticalFirst(orders, slack), [orders, slack]),
    openAtFirst,
  )
  const span = useMemo(() => spanOf(orders, nowInPlan(scenario.name)), [orders, scenario.name])
  const typeWord = useChoiceWords('input.operationplan', 'type')
  const statusWord = useChoiceWords('input.operationplan', 'status')
  const moment = (time: string | null): string => (time === null ? '' : formats.dateTime(time))
  return (
    <>
      <CutNotice rows={orders} />
      <TreeTools tree={tree}>
        <span className={styles.soft}>{t('pegging.count', { count: orders.length })}</span>
        <span className={styles.legend}>
          <i data-line="due" /> {t('pegging.due')} <i data-line="today" /> {t('pegging.today')}
        </span>
      </TreeTools>
      <TreeTable
        label={t('pegging.tree')}
        tree={tree}
        nameHeader={t('pegging.order')}
        renderName={(order) => (
          <>
            <span className={styles.type} title={typeWord(order.type)}>
              {t(`kind.${kinds[order.type] ?? 'operation'}`)}
            </span>
            <ScreenLink
              tabIndex={-1}
              className={styles.lines}
              to={`/app/${encodeURIComponent(scenario.name)}/data/operationplan?reference=${encodeURIComponent(order.reference)}`}
              title={nameOf(order)}
            >
              {nameOf(order)}
            </ScreenLink>
            <MoreMark more={order.more} />
          </>
        )}
        columns={[
          {
            id: 'quantity',
            header: t('pegging.quantity'),
            width: 104,
            end: true,
            renderCell: (order) => <Share order={order} />,
          },
          {
            id: 'status',
            header: t('pegging.status'),
            width: 100,
            renderCell: ({ status }) => (status === null ? '' : statusWord(status)),
          },
          {
            id: 'start',
            header: t('pegging.start'),
            width: 138,
            renderCell: (order) => (isStock(order) ? '' : moment(order.startdate)),
          },
          {
            id: 'end',
            header: t('pegging.end'),
            width: 138,
            renderCell: (order) => (isStock(order) ? '' : moment(order.enddate)),
          },
          {
            id: 'resources',
            header: t('pegging.resources'),
            width: 110,
            renderCell: ({ resources }) => (
              <span className={styles.lines} title={resources ?? ''}>
                {resources ?? ''}
              </span>
            ),
          },
          {
            id: 'slack',
            header: t('pegging.slack'),
            width: 84,
            end: true,
            renderCell: ({ id }) => <SlackWord slack={slack.get(id)} />,
          },
        ]}
        timeline={{
          header: <TimeScale label={t('pegging.timeline')} span={span} />,
          renderCell: (order) => (
            <OrderBar order={order} span={span} critical={slack.get(order.id)?.critical === true} />
          ),
        }}
      />
    </>
  )
}

/** Short verbs for the types of orders. */
const kinds: Readonly<Record<string, string>> = {
  STCK: 'buffer',
  MO: 'operation',
  WO: 'operation',
  PO: 'purchase',
  DO: 'distribution',
  DLVR: 'delivery',
}

/** The quantity that the sales order takes of an order, next to the quantity of the order if that is another one. */
function Share({ order: { pegged, quantity } }: { readonly order: PeggedOrder }) {
  const { t } = useTranslation('trees')
  const formats = useFormats()
  if (pegged === null) return null
  const part = formats.number(pegged)
  if (quantity === null || formats.number(quantity) === part) return part
  return (
    <span title={t('pegging.shareHint')}>
      {t('pegging.share', { part, quantity: formats.number(quantity) })}
    </span>
  )
}

function SlackWord({ slack }: { readonly slack: Slack | undefined }) {
  const { t } = useTranslation('trees')
  const formats = useFormats()
  if (slack === undefined) return null
  if (slack.critical) return <strong className={styles.critical}>{t('pegging.critical')}</strong>
  return slack.slack >= dayMs
    ? t('pegging.days', { count: Math.floor(slack.slack / dayMs) })
    : formats.delay(slack.slack / 1000)
}

/** Returns the name of an order as in the network. */
function nameOf({
  operation,
  item,
  supplier,
  origin,
  destination,
  location,
  demand,
  type,
}: PeggedOrder): string {
  if (type === 'DLVR') return [demand, item].filter(Boolean).join(' · ')
  if (type === 'PO') return [item, supplier].filter(Boolean).join(' ← ')
  if (type === 'DO') return `${item ?? ''}: ${origin ?? ''} → ${destination ?? ''}`
  if (type === 'STCK') return [item, location].filter(Boolean).join(' @ ')
  return operation ?? item ?? ''
}
