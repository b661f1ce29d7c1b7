/** Formats the stored plans of a scenario for a terminal. */
import type { PlanAge } from '../../planning/history/plan-age.ts'
import type { StoredFigures } from '../../planning/history/plan-history.ts'
import { countText, dateText, numberText } from '../answer-texts.ts'
import { type TextColumn, textTable } from '../text-table.ts'

/** Returns the age of the plan, and a table of the stored plans with their key figures. */
export const planLines = (
  current: PlanAge,
  plans: readonly StoredFigures[],
  width: number,
): readonly string[] => [
  ageText(current),
  ...(plans.length === 0 ? [] : ['', ...textTable(columns, plans, width)]),
]

function ageText({ stored, changes }: PlanAge): string {
  if (stored === null) return 'The scenario has no plan. To make one: planctl runplan'
  const plan = `The plan was stored ${dateText(stored)}.`
  if (changes.records === 0 || changes.last === null) return `${plan} The data has not changed since.`
  const records = countText(changes.records, 'change')
  return `${plan} ${records} of records since, the last one ${dateText(changes.last)}. To plan again: planctl runplan`
}

const storedText = (time: string): string =>
  time.slice(time.startsWith(`${new Date().getFullYear()}-`) ? 5 : 0, 16).replace('T', ' ')

/** Heads are short and dates of this year have no year, so that the table fits a terminal of 80 columns. */
const columns: readonly TextColumn<StoredFigures>[] = [
  { head: 'STORED', text: ({ time }) => storedText(time) },
  { head: 'ON TIME', text: ({ figures }) => numberText(figures.ontime) },
  { head: 'LATE', text: ({ figures }) => numberText(figures.late) },
  { head: 'SHORT', text: ({ figures }) => numberText(figures.short) },
  { head: 'QTY-DAYS', text: ({ figures }) => numberText(figures.quantity_days_late) },
  { head: 'STOCK', text: ({ figures }) => numberText(Math.round(figures.stock_value)) },
  { head: 'SETUP', text: ({ figures }) => `${numberText(figures.setup_hours)} h` },
  { head: 'UTIL', text: ({ figures }) => `${numberText(figures.utilization)} %` },
  { head: 'BY', text: ({ user, origin }) => [origin, user].filter((name) => name !== null).join(' ') },
]
