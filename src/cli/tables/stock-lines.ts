/** Formats proposed safety stock for a terminal. */
import type { StockAnswer } from '../../planning/stock/ask-stock.ts'
import type { StockProposal } from '../../planning/stock/propose-stock.ts'
import { numberText, stockText } from '../answer-texts.ts'
import { type TextColumn, textTable } from '../text-table.ts'

/** Returns a table of the buffers, and a line that says how many are left out. */
export function stockLines({ total, buffers }: StockAnswer, width: number): readonly string[] {
  if (buffers.length === 0) return [`${stockText('none')}.`]
  const cut = { shown: numberText(buffers.length), total: numberText(total) }
  return [
    ...textTable(columns, buffers, width),
    ...(total > buffers.length ? ['', `${stockText('cut', cut)} --limit shows more.`] : []),
  ]
}

/** Returns a table of the buffers whose safety stock would change. */
export function stockEditLines({ buffers }: StockAnswer, width: number): readonly string[] {
  const changed = buffers.filter(({ present, proposed }) => proposed !== null && proposed !== present)
  return changed.length === 0 ? ['No safety stock would change.'] : textTable(editColumns, changed, width)
}

const orNone = (value: number | null): string => (value === null ? '' : numberText(value))

const bufferColumns: readonly TextColumn<StockProposal>[] = [
  { head: 'ITEM', text: ({ item }) => item },
  { head: 'LOCATION', text: ({ location }) => location },
]

const editColumns: readonly TextColumn<StockProposal>[] = [
  ...bufferColumns,
  { head: 'PRESENT', text: ({ present }) => numberText(present) },
  { head: 'PROPOSED', text: ({ proposed }) => orNone(proposed) },
]

const columns: readonly TextColumn<StockProposal>[] = [
  ...bufferColumns,
  {
    head: 'DEMAND/WEEK',
    text: ({ demand }) => `${numberText(demand.mean)} ± ${numberText(demand.deviation)}`,
  },
  {
    head: 'LEAD DAYS',
    text: ({ lead_time: time }) =>
      time === null ? '' : `${numberText(time.days)} ± ${numberText(time.deviation_days)}`,
  },
  { head: 'REORDER AT', text: ({ reorder_point: point }) => orNone(point) },
  { head: 'VALUE CHANGE', text: ({ value_change: change }) => orNone(change) },
  { head: 'PRESENT', text: ({ present }) => numberText(present) },
  {
    head: 'PROPOSED, OR WHY NOT',
    text: ({ proposed, obstacle }) =>
      obstacle === null ? orNone(proposed) : stockText(`obstacle.${obstacle}`),
  },
]
