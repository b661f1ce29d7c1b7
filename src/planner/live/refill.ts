/** Replaces missing supply after an edit: for stock below zero, and for safety stock. */
import { levelAt, type StepFunction } from '../calendar/step-function.ts'
import type { Buffer } from '../network/nodes.ts'
import { refill } from '../search/restock.ts'
import { epsilon } from '../timeline/profile.ts'
import { eachChanged } from './changed-buffers.ts'
import type { Edit } from './edit.ts'
import { keptOf } from './release.ts'

/** Replenishes changed buffers whose stock falls below zero. */
export function coverChanged(edit: Edit): void {
  eachChanged(edit, (buffer) => {
    if (buffer.stock.lowestFrom(-Infinity) < -epsilon)
      edit.append(() => refill(edit.state.search, buffer, { least: 0, most: 0 }))
  })
}

/** Replenishes changed buffers up to their safety stock; returns whether there are new refills. */
export function restockChanged(edit: Edit): boolean {
  const mark = edit.mark()
  const { input, search } = edit.state
  eachChanged(edit, (buffer) => {
    if (keptOf(buffer) > 0 && isBelow(buffer, buffer.minimum, input.settings.current))
      edit.append(() => refill(search, buffer, { late: edit.lateRefills(buffer) }))
  })
  return edit.mark() > mark
}

const isBelow = ({ stock }: Buffer, minimum: number | StepFunction, current: number): boolean =>
  typeof minimum === 'number'
    ? stock.lowestFrom(current) < minimum - epsilon
    : minimum.dates.some((date, at) => {
        const until = minimum.dates[at + 1] ?? Infinity
        const from = Math.max(current, date)
        return from < until && stock.firstBelow(from, until, levelAt(minimum, from)) !== Infinity
      })
