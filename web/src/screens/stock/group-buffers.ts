/** Groups buffers by class, and converts proposals to edits. */
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

/** A proposal that changes the safety stock. */
export type StockChange = StockProposal & { readonly proposed: number }

export const isChange = (buffer: StockProposal): buffer is StockChange =>
  buffer.proposed !== null && buffer.proposed !== buffer.present

export const nameOf = ({ item, location }: StockProposal): string => `${item} @ ${location}`

export const editOf = ({ id, proposed }: StockChange): PlanEdit => ({
  entity: 'input.buffer',
  action: 'update',
  key: id,
  fields: { minimum: proposed },
})
