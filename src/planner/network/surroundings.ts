/** What the compilation of operations refers to. */

import type { PlannerInput } from '../input.ts'
import type { Calendars } from './calendars.ts'
import type { Buffer, Item } from './nodes.ts'
import type { Resources } from './resources.ts'
import type { InvalidData } from './rows.ts'

/** What operations refer to. */
export interface Surroundings {
  readonly input: PlannerInput
  readonly calendars: Calendars
  readonly resources: Resources
  readonly invalid: InvalidData[]
  item(name: string): Item
  /** Returns the buffer of an item that is not made to order; undefined for others, whose batch is known only later. */
  stock(item: Item, location: string): Buffer | undefined
}
