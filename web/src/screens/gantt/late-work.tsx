/**
 * List of the late orders that can be moved, the latest first. They are dragged from the list to the chart; a click
 * selects an order on the chart.
 */
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lateWorkQuery } from '../../platform/api/timeline-orders.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { toastError, toastInfo } from '../../ui/toasts.ts'
import { placeBar, type PlacedBar, type PlacedRow } from './lanes.ts'
import type { Board } from './use-board.ts'
import { ShownOf } from './shown-of.tsx'
import { UnplannedOrders, type UnplannedOrdersProps } from './unplanned-orders.tsx'
import styles from './late-work.module.css'

interface LateWorkProps extends UnplannedOrdersProps {
  /** Rows of the chart, of which the first possible one gets a new order. */
  readonly rows: readonly PlacedRow[]
  readonly alternatesOf: Board['alternatesOf']
  /** Part of a resource name. */
  readonly search: string | undefined
  readonly chosen: PlacedBar | undefined
  readonly isMovable: (bar: PlacedBar) => boolean
  /** Shows an order on the chart and selects it. */
  readonly onChoose: (bar: PlacedBar) => void
  readonly onClose: () => void
}

export function LateWork(props: LateWorkProps) {
  const {
    search,
    chosen,
    rows: shown,
    alternatesOf,
    canCreate,
    isMovable,
    onChoose,
    onCreate,
    onDrag,
    onClose,
  } = props
  const { t } = useTranslation('gantt')
  const scenario = useScenario()
  const create = async (bar: PlacedBar): Promise<void> => {
    const able = await alternatesOf(bar)
    const resource = shown.find(({ row }) => able.has(row.resource))?.row.resource
    if (resource === undefined) toastInfo({ message: t('unplanned.noResource'), id: 'board' })
    else onCreate({ ...bar, resource })
  }
  const found = useQuery(lateWorkQuery(scenario.name, search))
  return (
    <aside className={styles.pool} aria-label={t('pool.title')}>
      <div className={styles.head}>
        <h2>{t('pool.title')}</h2>
        <Tooltip label={t('close')}>
          <ActionIcon variant="subtle" aria-label={t('pool.close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <UnplannedOrders
        canCreate={canCreate}
        onCreate={(bar) => void create(bar).catch(toastError)}
        onDrag={onDrag}
      />
      <QueryView query={found} inline rows={6}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <p>{t('pool.none')}</p>
          ) : (
            <>
              <p>{t('pool.hint')}</p>
              <ul>
                {rows.map(({ resource, bar }) => {
                  const placed = placeBar(resource, bar, 0)
                  return (
                    <li key={`${resource} ${bar.reference}`}>
                      <LateOrder
                        placed={placed}
                        isChosen={chosen?.bar.reference === bar.reference}
                        isMovable={isMovable(placed)}
                        onChoose={onChoose}
                        onDrag={onDrag}
                      />
                    </li>
                  )
                })}
              </ul>
              <ShownOf shown={rows.length} total={total} />
            </>
          )
        }
      </QueryView>
    </aside>
  )
}

interface LateOrderProps extends Pick<LateWorkProps, 'onChoose' | 'onDrag'> {
  readonly placed: PlacedBar
  readonly isChosen: boolean
  readonly isMovable: boolean
}

function LateOrder({ placed, isChosen, isMovable, onChoose, onDrag }: LateOrderProps) {
  const formats = useFormats()
  const { bar, resource } = placed
  return (
    <UnstyledButton
      className={styles.order}
      aria-current={isChosen}
      draggable={isMovable}
      onClick={() => onChoose(placed)}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', bar.reference)
        onDrag(placed)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <span>{bar.operation ?? bar.item ?? bar.reference}</span>
      <strong>{formats.delay(bar.delay ?? 0)}</strong>
      <small>
        {[bar.reference, resource, formats.dateTime(bar.startdate), ...Object.keys(bar.demands)].join(' · ')}
      </small>
    </UnstyledButton>
  )
}
