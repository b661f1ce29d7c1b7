/** Table of the buffers of one class, with fields for their proposed safety stock and checkboxes. */
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StockProposal } from '../../platform/api/safety-stock.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { recordHref } from '../../platform/record-href.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ToTray } from '../../trial/to-tray.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { FigureField, FigureNote } from './figure-field.tsx'
import {
  type BufferGroup,
  changesOf,
  figureOf,
  isChange,
  nameOf,
  type Picks,
  takesFigure,
  valueOf,
} from './group-buffers.ts'
import groupStyles from '../../ui/selectable-group.module.css'
import styles from './stock.module.css'

interface BufferGroupProps {
  readonly group: BufferGroup
  readonly picks: Picks
  /** Undefined for users who can do nothing with selected buffers. */
  readonly choosing: Choosing | undefined
}

export interface Choosing {
  readonly choose: (buffers: readonly StockProposal[], add: boolean) => void
  /** Selects a buffer with the figure that the user has entered; undefined for the proposed one. */
  readonly enter: (buffer: StockProposal, figure: number | undefined) => void
  /** Called when a field begins or ceases to contain a number that no safety stock can have. */
  readonly fault: (buffer: StockProposal, isWrong: boolean) => void
}

export function BufferGroupTable({ group: { name, buffers }, picks, choosing }: BufferGroupProps) {
  const { t } = useTranslation('stock')
  const title = name === '' ? t('noClass') : name
  const changes = buffers.filter(isChange)
  const marked = changesOf(changes, picks).length
  const isMarked = changesOf(buffers, picks).length > 0
  const columns = useBufferColumns(picks, isMarked && marked === changes.length, choosing)
  return (
    <section className={groupStyles.group} aria-label={title}>
      <div className={groupStyles.head}>
        {choosing === undefined || changes.length === 0 ? null : (
          <Checkbox
            aria-label={t('chooseGroup', { name: title })}
            checked={marked === changes.length}
            indeterminate={marked > 0 && marked < changes.length}
            onChange={({ currentTarget }) => choosing.choose(changes, currentTarget.checked)}
          />
        )}
        {isMarked ? <ToTray /> : null}
        <h2>{title}</h2>
        <span className={styles.soft}>{t('buffers', { count: buffers.length })}</span>
      </div>
      <DataTable label={title} columns={columns} rows={buffers} rowKey={({ id }) => id} stacks />
    </section>
  )
}

/** `whole`: whether all buffers of the class are selected. */
function useBufferColumns(
  picks: Picks,
  whole: boolean,
  choosing: Choosing | undefined,
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
      {choosing !== undefined && (isChange(buffer) || changesOf([buffer], picks).length > 0) ? (
        <Checkbox
          size="xs"
          aria-label={t('choose', { name: nameOf(buffer) })}
          checked={changesOf([buffer], picks).length > 0}
          onChange={({ currentTarget }) => choosing.choose([buffer], currentTarget.checked)}
        />
      ) : null}
      {changesOf([buffer], picks).length > 0 && !whole ? <ToTray /> : null}
      <ScreenLink to={recordHref(scenario.name, 'input.buffer', String(buffer.id))}>
        {nameOf(buffer)}
      </ScreenLink>
    </span>
  )
  const presentCell = ({ present, calendar }: StockProposal) => (
    <span className={styles.figure}>
      {amount(present)}
      {calendar === null ? null : (
        <span className={styles.note}>
          {t('calendarRange', { least: amount(calendar.least), most: amount(calendar.most) })}{' '}
          <ScreenLink to={recordHref(scenario.name, 'input.calendar', calendar.name)}>
            {calendar.name}
          </ScreenLink>
        </span>
      )}
    </span>
  )
  const proposedCell = (buffer: StockProposal) =>
    choosing !== undefined && takesFigure(buffer) ? (
      <FigureField buffer={buffer} picks={picks} onEnter={choosing.enter} onFault={choosing.fault} />
    ) : (
      <span className={styles.figure}>
        {buffer.proposed === null ? null : <strong>{amount(buffer.proposed)}</strong>}
        <FigureNote buffer={buffer} picks={picks} />
      </span>
    )
  const reorderPointOf = (buffer: StockProposal): number | null => {
    const { reorder_point: point, proposed } = buffer
    return point === null || proposed === null ? null : point - proposed + (figureOf(buffer, picks) ?? 0)
  }
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
      cell: presentCell,
      sort: ({ present }) => present,
    },
    {
      id: 'proposed',
      header: t('column.proposed'),
      align: 'end',
      cell: proposedCell,
      // The rows stay where they are while a figure is entered.
      sort: ({ proposed }) => proposed ?? -1,
    },
    {
      id: 'reorderPoint',
      header: t('column.reorderPoint'),
      align: 'end',
      cell: (buffer) => amount(reorderPointOf(buffer)),
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
      cell: (buffer) => {
        const value = valueOf(buffer, picks)
        if (value === null) return ''
        const text = formats.number(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
        return <span className={styles.amount}>{text}</span>
      },
      sort: ({ value_change: value }) => value ?? 0,
    },
  ]
}
