/** Formats the effect of edits on a plan for a terminal. */
import type { ShownAccepted, ShownTrial } from '../../planning/live/questions.ts'
import { type TextColumn, textTable } from '../text-table.ts'
import {
  baseLines,
  dateText,
  deliveryText,
  indent,
  latenessText,
  numberText,
  reasonText,
  section,
  trialText,
} from '../answer-texts.ts'

type Demand = ShownTrial['demands'][number]
type Order = ShownTrial['orders']['list'][number]
type Figure = keyof ShownTrial['keyfigures']['before']

/** Maximum number of lines of a table. */
const mostLines = 30

const figures: readonly Figure[] = [
  'ontime',
  'late',
  'short',
  'quantity_days_late',
  'stock_value',
  'setup_hours',
  'utilization',
]

/** Returns the key figures, the changed sales orders and the changed orders of a trial. */
export const trialLines = (
  { keyfigures, demands, demand_count, orders, base }: ShownTrial,
  width: number,
): readonly string[] => [
  ...baseLines(base),
  ...textTable(figureColumns(keyfigures), figures, width),
  ...(demand_count === 0
    ? ['', trialText('demands.none')]
    : section(
        `${trialText('demands.title')} (${numberText(demand_count)})`,
        tableLines(demandColumns, demands, { count: demand_count, width }),
      )),
  '',
  trialText('orders.counts', counted(orders)),
  ...(orders.frozen > 0 ? [trialText('orders.frozen', { count: orders.frozen })] : []),
  ...section(
    trialText('orders.list'),
    tableLines(orderColumns, orders.list, {
      count: orders.added + orders.moved + orders.resized + orders.dropped,
      width,
    }),
  ),
]

/** Returns the line on what was stored. */
export const acceptedLine = ({ changeset, orders }: ShownAccepted): string =>
  `${trialText('accept.done')}. ${trialText('accept.stored', {
    changeset: changeset ?? '-',
    moved: orders['moved'] ?? 0,
    added: orders['added'] ?? 0,
    dropped: orders['dropped'] ?? 0,
  })}`

const counted = ({ moved, added, dropped, resized }: ShownTrial['orders']) => ({
  moved,
  added,
  dropped,
  resized,
})

function figureColumns({ before, after }: ShownTrial['keyfigures']): readonly TextColumn<Figure>[] {
  const change = (figure: Figure): string => {
    const difference = after[figure] - before[figure]
    const text = numberText(difference)
    if (text === '0' || text === '-0') return ''
    return difference > 0 ? `+${text}` : text
  }
  const unit = (figure: Figure): string => (figure === 'utilization' ? ' %' : '')
  return [
    { head: 'KEY FIGURE', text: (figure) => trialText(`figures.${figure}`) },
    { head: 'BEFORE', text: (figure) => `${numberText(before[figure])}${unit(figure)}` },
    { head: 'AFTER', text: (figure) => `${numberText(after[figure])}${unit(figure)}` },
    { head: 'CHANGE', text: change },
  ]
}

const lateness = ({ before, after }: Demand): string =>
  [before, after].map((state) => latenessText(state) || '-').join(' → ')

const demandColumns: readonly TextColumn<Demand>[] = [
  { head: 'SALES ORDER', text: ({ name }) => name },
  { head: 'CHANGE', text: ({ change }) => trialText(`change.${change}`) },
  { head: 'ITEM', text: ({ item }) => item },
  { head: 'DUE', text: ({ due }) => dateText(due) },
  { head: 'DELIVERY', text: ({ before, after }) => `${deliveryText(before)} → ${deliveryText(after)}` },
  { head: 'LATENESS', text: lateness },
  { head: 'WHY', text: ({ reasons }) => reasons.map(reasonText).join('; ') },
]

const span = (state: Order['before']): string =>
  state === null
    ? '-'
    : `${dateText(state.start)} to ${dateText(state.end)}, quantity ${numberText(state.quantity)}`

const orderColumns: readonly TextColumn<Order>[] = [
  { head: 'ORDER', text: ({ reference, type }) => `${type} ${reference ?? ''}`.trimEnd() },
  { head: 'CHANGE', text: ({ change }) => trialText(`change.${change}`) },
  { head: 'OPERATION OR ITEM', text: ({ operation, item }) => operation ?? item ?? '' },
  { head: 'BEFORE', text: ({ before }) => span(before) },
  { head: 'AFTER', text: ({ after }) => span(after) },
]

/** Returns a table of the first rows, and a line that says how many follow; the JSON may be limited, too. */
function tableLines<Row>(
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
  { count, width }: { readonly count: number; readonly width: number },
): readonly string[] {
  if (rows.length === 0) return []
  const shown = rows.slice(0, mostLines)
  const rest = count - shown.length
  return [
    ...textTable(columns, shown, width - indent),
    ...(rest > 0
      ? [`… and ${numberText(rest)} more${count > rows.length ? '' : '; --json prints them'}.`]
      : []),
  ]
}
