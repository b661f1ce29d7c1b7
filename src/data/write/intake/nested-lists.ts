/** Orders may carry their capacity and material rows along: which list goes to which entity. */
import type { Entity } from '../../../model/entity.ts'

const ofOrders: ReadonlyMap<string, string> = new Map([
  ['resources', 'input.operationplanresource'],
  ['materials', 'input.operationplanmaterial'],
])
const none: ReadonlyMap<string, string> = new Map()

/** Entity of each nested list by the name under which a record of `entity` carries it. */
export function nestedLists(entity: Entity): ReadonlyMap<string, string> {
  return entity.table === 'operationplan' ? ofOrders : none
}
