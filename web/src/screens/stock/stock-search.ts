/** Search parameters of the safety stock screen, with their ranges and defaults. */
import { stockParameters } from '../../../../src/model/safety-stock.ts'

export const groupings = ['category', 'group', 'location'] as const

/** Property by which buffers are grouped. */
export type Grouping = (typeof groupings)[number]

const { service_level: level, history, outlook, lead_time_variation: variation } = stockParameters

/** Ranges of the numbers. */
export const ranges = { level, history, outlook, variation } as const

export type StockNumber = keyof typeof ranges

export const stockNumbers = [
  'level',
  'variation',
  'history',
  'outlook',
] as const satisfies readonly StockNumber[]

export interface StockSearch extends Readonly<Partial<Record<StockNumber, number>>> {
  /** `category` by default. */
  readonly by?: Exclude<Grouping, 'category'>
  /** Only this item, or the items of this group. */
  readonly item?: string
  readonly location?: string
}
