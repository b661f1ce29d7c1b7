/**
 * The lists of child records of orders: their resources and their materials. Reading, writing and the API description
 * are derived from this declaration.
 */
import type { Entity } from './entity.ts'
import type { Field } from './field.ts'

export interface NestedList {
  /** Name of the list in a record. */
  readonly name: string
  /** Entity of the child records. */
  readonly entity: string
  /** Field of the child that refers to the record. */
  readonly parent: string
  /** Computed fields of the child that are returned in addition to the writable ones. */
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

/** Returns the lists that records of `entity` may contain when written, by name. */
export function nestedLists(entity: Entity): ReadonlyMap<string, NestedList> {
  return entity.table === 'operationplan' ? byName : none
}

const producing: ReadonlySet<string> = new Set(['MO', 'WO'])

/** Returns the lists that records of `entity` contain when read: those of all orders, or of order types that produce. */
export function shownLists(entity: Entity): readonly NestedList[] {
  if (entity.table !== 'operationplan') return []
  return entity.view === undefined || producing.has(entity.view.type) ? ofOrders : []
}

/** Returns the fields of the child records as they are returned. `id` distinguishes rows with equal values. */
export function listFields(list: NestedList, child: Entity): readonly Field[] {
  return child.fields.filter(
    ({ name, access, writeOnly }) =>
      name === child.key ||
      (name !== list.parent && !writeOnly && (access === 'write' || list.computed.includes(name))),
  )
}
