/** Groups buffers by class, and converts the selected safety stocks to edits. */
import type { PlanEdit } from '../../platform/api/plan-trials.ts'
import type { StockProposal } from '../../platform/api/safety-stock.ts'
import type { Grouping } from './stock-search.ts'

export interface BufferGroup {
  /** Empty for buffers without this property. */
  readonly name: string
  readonly buffers: readonly StockProposal[]
}

/** Returns the groups by name, the one without a name last. */
export function groupBuffers(buffers: readonly StockProposal[], by: Grouping): readonly BufferGroup[] {
  return [...Map.groupBy(buffers, (buffer) => buffer[by] ?? '')]
    .map(([name, members]) => ({ name, buffers: members }))
    .toSorted((a, b) => Number(a.name === '') - Number(b.name === '') || a.name.localeCompare(b.name))
}

/** The selected buffers by id, each with the figure that the user has entered; undefined for the proposed one. */
export type Picks = ReadonlyMap<number, number | undefined>

/** Whether the user may enter a safety stock: it has no effect on the other buffers. */
export const takesFigure = ({ obstacle }: StockProposal): boolean =>
  obstacle !== 'unlimited' && obstacle !== 'batch' && obstacle !== 'calendar'

/** Returns the safety stock that is entered, or the proposed one; null without either. */
export const figureOf = (buffer: StockProposal, picks: Picks): number | null =>
  picks.get(buffer.id) ?? buffer.proposed

/** Returns the change of the value of the safety stock; null without a figure and for items without a cost. */
export function valueOf(buffer: StockProposal, picks: Picks): number | null {
  const figure = figureOf(buffer, picks)
  return figure === null || buffer.cost === null ? null : (figure - buffer.present) * buffer.cost
}

/** Weeks of demand above which a safety stock is probably a slip: a year. */
const muchCoverWeeks = 52

/** Returns how many weeks of demand a safety stock covers, if they are more than a year. */
export function muchCover({ demand }: StockProposal, figure: number | null): number | undefined {
  const weeks = figure === null || demand.mean <= 0 ? 0 : figure / demand.mean
  return weeks > muchCoverWeeks ? Math.round(weeks) : undefined
}

/** Whether the proposal changes the safety stock. */
export const isChange = ({ proposed, present }: StockProposal): boolean =>
  proposed !== null && proposed !== present

/** A selected safety stock that differs from the present one. */
export interface StockChange {
  readonly buffer: StockProposal
  readonly figure: number
  /** Whether the user has entered it. */
  readonly isOwn: boolean
  readonly value: number | null
}

/** Returns the selected safety stocks that differ from the present ones. */
export const changesOf = (buffers: readonly StockProposal[], picks: Picks): readonly StockChange[] =>
  buffers.flatMap((buffer) => {
    const figure = figureOf(buffer, picks)
    if (!picks.has(buffer.id) || figure === null || figure === buffer.present) return []
    return [{ buffer, figure, isOwn: figure !== buffer.proposed, value: valueOf(buffer, picks) }]
  })

export const nameOf = ({ item, location }: StockProposal): string => `${item} @ ${location}`

export const editOf = ({ buffer, figure }: StockChange): PlanEdit => ({
  entity: 'input.buffer',
  action: 'update',
  key: buffer.id,
  fields: { minimum: figure },
})
