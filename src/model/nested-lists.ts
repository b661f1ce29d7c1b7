/**
 * The lists of child records that orders carry: their capacity (`resources`) and their materials (`materials`).
 * Reading, writing and the description of the API follow this one declaration.
 */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'

export interface NestedList {
  /** Name under which a record carries the list. */
  readonly name: string
  /** Entity of the child records. */
  readonly entity: string
  /** Field of the child that refers to the record. */
  readonly parent: string
  /** Computed fields of the child that are given out besides those that can be written. */
  readonly computed: readonly string[]
}

const ofOrders: readonly NestedList[] = [
  {
    name: 'resources',
    entity: 'input.operationplanresource',
    parent: 'operationplan',
    computed: ['setup'],
  },
  {
    name: 'materials',
    entity: 'input.operationplanmaterial',
    parent: 'operationplan',
    computed: ['onhand'],
  },
]
const byName: ReadonlyMap<string, NestedList> = new Map(ofOrders.map((list) => [list.name, list]))
const none: ReadonlyMap<string, NestedList> = new Map()

/** The lists that a record of `entity` may carry when it is written, by name. */
export function nestedLists(entity: Entity): ReadonlyMap<string, NestedList> {
  return entity.table === 'operationplan' ? byName : none
}

const producing: ReadonlySet<string> = new Set(['MO', 'WO'])

/** The lists that records of `entity` are given out with: those of all orders, or of a type of order that produces. */
export function shownLists(entity: Entity): readonly NestedList[] {
  if (entity.table !== 'operationplan') return []
  return entity.view === undefined || producing.has(entity.view.type) ? ofOrders : []
}

/** Fields of the child records of a list, as they are given out. `id` tells rows apart that are otherwise the same. */
export function listFields(list: NestedList, child: Entity): readonly Field[] {
  return child.fields.filter(
    ({ name, access, writeOnly }) =>
      name === child.key ||
      (name !== list.parent && !writeOnly && (access === 'write' || list.computed.includes(name))),
  )
}
