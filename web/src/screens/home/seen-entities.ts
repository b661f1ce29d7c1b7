/** What the start screen can show of the entities that the user may see. */
import type { EntityListing } from '../../platform/api/entities.ts'

/** Entities behind the key figures; the figures require the right to view all of them. */
const planned = [
  'input.demand',
  'input.item',
  'input.buffer',
  'input.operationplan',
  'input.operationplanmaterial',
  'output.constraint',
  'output.problem',
  'output.resourcesummary',
]

/** Returns whether the user may view the key figures. */
export const seesFigures = (entities: readonly EntityListing[]): boolean =>
  planned.every((name) => entities.some(({ entity }) => entity === name))

/** Returns whether the scenario has no items and no sales orders, as far as the user may know. */
export function isEmpty(entities: readonly EntityListing[]): boolean {
  const seen = entities.filter(({ entity }) => entity === 'input.item' || entity === 'input.demand')
  return seen.length > 0 && seen.every(({ count }) => count === 0)
}
