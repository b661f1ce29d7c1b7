/** Table of the buffers of one class, with their proposed safety stock and checkboxes. */
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StockProposal } from '../../platform/api/safety-stock.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ToTray } from '../../trial/to-tray.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { type BufferGroup, isChange, nameOf } from './group-buffers.ts'
import groupStyles from '../../ui/selectable-group.module.css'
import styles from './stock.module.css'

interface BufferGroupProps {
  readonly group: BufferGroup
  readonly chosen: ReadonlySet<number>
  /** Undefined for users who can do nothing with selected buffers. */
  readonly onChoose: ((buffers: readonly StockProposal[], add: boolean) => void) | undefined
}

export function BufferGroupTable({ group: { name, buffers }, chosen, onChoose }: BufferGroupProps) {
  const { t } = useTranslation('stock')
  const title = name === '' ? t('noClass') : name
  const changes = buffers.filter(isChange)
  const marked = changes.filter(({ id }) => chosen.has(id)).length
  const columns = useBufferColumns(chosen, marked === changes.length, onChoose)
  return (
    <section className={groupStyles.group} aria-label={title}>
      <div className={groupStyles.head}>
        {onChoose === undefined || changes.length === 0 ? null : (
          <Checkbox
            aria-label={t('chooseGroup', { name: title })}
            checked={marked === changes.length}
            indeterminate={marked > 0 && marked < changes.length}
            onChange={({ currentTarget }) => onChoose(changes, currentTarget.checked)}
          />
        )}
        {marked === 0 ? null : <ToTray />}
        <h2>{title}</h2>
        <span className={styles.soft}>{t('buffers', { count: buffers.length })}</span>
      </div>
      <DataTable label={title} columns={columns} rows={buffers} rowKey={({ id }) => id} stacks />
    </section>
  )
}

/** `whole`: whether all buffers of the class are selected. */
function useBufferColumns(
  chosen: ReadonlySet<number>,
  whole: boolean,
  onChoose: BufferGroupProps['onChoose'],
): readonly Column<StockProposal>[] {
  const { t } = useTranslation('stock')
  const formats = useFormats()
  const scenario = useScenario()
  const oneDecimal = (value: number): string => formats.number(value, { maximumFractionDigits: 1 })
  const varying = (mean: number, deviation: number): string =>
    `${oneDecimal(mean)} ± ${oneDecimal(deviation)}`
  const amount = (value: number | null): string => (value === null ? '' : formats.number(value))
  const bufferCell = (buffer: StockProposal) => (
    <span className={groupStyles.row}>
      {onChoose !== undefined && isChange(buffer) ? (
        <Checkbox
          size="xs"
          aria-label={t('choose', { name: nameOf(buffer) })}
          checked={chosen.has(buffer.id)}
          onChange={({ currentTarget }) => onChoose([buffer], currentTarget.checked)}
        />
      ) : null}
      {chosen.has(buffer.id) && !whole ? <ToTray /> : null}
      <ScreenLink to={recordHref(scenario.name, 'input.buffer', String(buffer.id))}>
        {nameOf(buffer)}
      </ScreenLink>
    </span>
  )
  const proposedCell = ({ proposed, obstacle }: StockProposal) =>
    obstacle === null ? (
      <strong>{amount(proposed)}</strong>
    ) : (
      <span className={styles.obstacle}>{t(`obstacle.${obstacle}`)}</span>
    )
  const leadTimeCell = ({ lead_time: time }: StockProposal) =>
    time === null ? null : (
      <span title={t(`leadTimeSource.${time.source}`, { count: time.orders })}>
        {varying(time.days, time.deviation_days)}
      </span>
    )
  return [
    { id: 'buffer', header: t('column.buffer'), cell: bufferCell, sort: nameOf },
    {
      id: 'demand',
      header: t('column.demand'),
      align: 'end',
      cell: ({ demand }) => varying(demand.mean, demand.deviation),
      sort: ({ demand }) => demand.mean,
    },
    {
      id: 'leadTime',
      header: t('column.leadTime'),
      align: 'end',
      cell: leadTimeCell,
      sort: ({ lead_time: time }) => time?.days ?? -1,
    },
    {
      id: 'present',
      header: t('column.present'),
      align: 'end',
      cell: ({ present }) => amount(present),
      sort: ({ present }) => present,
    },
    {
      id: 'proposed',
      header: t('column.proposed'),
      align: 'end',
      cell: proposedCell,
      sort: ({ proposed }) => proposed ?? -1,
    },
    {
      id: 'reorderPoint',
      header: t('column.reorderPoint'),
      align: 'end',
      cell: ({ reorder_point: point }) => amount(point),
      sort: ({ reorder_point: point }) => point ?? -1,
    },
    {
      id: 'reorderQuantity',
      header: t('column.reorderQuantity'),
      align: 'end',
      cell: ({ reorder_quantity: quantity }) => amount(quantity),
      sort: ({ reorder_quantity: quantity }) => quantity ?? -1,
    },
    {
      id: 'value',
      header: t('column.value'),
      align: 'end',
      cell: ({ value_change: value }) =>
        value === null ? '' : formats.number(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
      sort: ({ value_change: value }) => value ?? 0,
    },
  ]
}
