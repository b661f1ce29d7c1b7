/** Default columns of lists. For most entities the field types are sufficient. */
import { treePositionNames } from '../../../model/define.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'

/** Returns the columns of orders: item, quantity, dates, sales orders, delay, status and locations. */
const order = (...places: readonly string[]): readonly string[] => [
  'reference',
  'item',
  'quantity',
  'startdate',
  'enddate',
  'demands',
  'delay',
  'status',
  ...places,
]

/** Returns the columns of orders that are made: those of all orders, with the resources after the dates. */
const made = (...places: readonly string[]): readonly string[] =>
  order(...places).flatMap((name) => (name === 'enddate' ? [name, 'resource_names'] : [name]))

/** Most important columns, such as the delay of an order or the cause of a problem. The other fields follow them. */
const leading: Readonly<Record<string, readonly string[]>> = {
  'input.demand': [
    'name',
    'item',
    'customer',
    'due',
    'quantity',
    'priority',
    'status',
    'delay',
    'deliverydate',
    'location',
  ],
  'input.operationplan': ['reference', 'type', ...made('operation', 'location').slice(1)],
  'input.manufacturingorder': made('operation', 'location'),
  // The operation identifies a step. Only the last one makes an item, so the others show that of the whole order.
  'input.workorder': ['reference', 'operation', 'owner__item', ...made('owner', 'item', 'location').slice(2)],
  'input.purchaseorder': order('supplier', 'location'),
  'input.distributionorder': order('origin', 'destination'),
  'input.deliveryorder': ['reference', 'demand', ...order('location', 'due').slice(1)],
  'input.buffer': [
    'item',
    'location',
    'onhand',
    'minimum',
    'maximum',
    'minimum_calendar',
    'maximum_calendar',
  ],
  'input.operationplanmaterial': [
    'operationplan',
    'operationplan__type',
    'operationplan__operation',
    'item',
    'location',
    'quantity',
    'flowdate',
    'operationplan__demands',
    'operationplan__status',
    'operationplan__quantity',
    'operationplan__startdate',
    'operationplan__enddate',
  ],
  'input.operationplanresource': [
    'operationplan',
    'operationplan__type',
    'operationplan__operation',
    'operationplan__item',
    'operationplan__quantity',
    'resource',
    'operationplan__startdate',
    'operationplan__enddate',
    'operationplan__demands',
    'operationplan__status',
  ],
  'output.problem': ['name', 'owner', 'description', 'startdate', 'enddate', 'entity'],
  'output.constraint': [
    'demand',
    'item',
    'days',
    'name',
    'owner',
    'rank',
    'share',
    'together',
    'startdate',
    'enddate',
    'description',
    'entity',
  ],
}

/** Fields of the order to which a material flow or a resource load belongs. */
const ofOrder = ['type', 'operation', 'item', 'quantity', 'startdate', 'enddate', 'status', 'demands']
const followed: Readonly<Record<string, readonly string[]>> = {
  'input.workorder': ['owner__item'],
  'input.operationplanmaterial': ofOrder
    .filter((name) => name !== 'item')
    .map((name) => `operationplan__${name}`),
  'input.operationplanresource': ofOrder.map((name) => `operationplan__${name}`),
}

/** Returns the fields of referenced records that lists show: they explain the purpose of a record. */
export const followedColumns = ({ name }: Entity): readonly string[] => followed[name] ?? []

/** Returns the first columns, in order. */
export const leadingColumns = ({ name }: Entity): readonly string[] => leading[name] ?? []

/** Fields that have values only with rarely used modules. */
const rare: ReadonlySet<string> = new Set(['output.constraint.forecast'])

/** Fields of deliveries only; for other orders, `demands` contains the sales orders. */
const ofDeliveries: ReadonlySet<string> = new Set(['demand', 'due'])

/**
 * Returns true if screens show a field. Positions in trees and documents that only the service writes are for
 * programs, which read them with the data API.
 */
export const isShown = ({ view }: Pick<Entity, 'view'>, { name, type, access }: Field): boolean =>
  !treePositionNames.has(name) &&
  !(type === 'json' && access !== 'write') &&
  !(view !== undefined && view.type !== 'DLVR' && ofDeliveries.has(name))

/** Returns the changes of a record without fields that no screen shows. Deleted attributes are kept. */
export function shownChanges<Entry extends { readonly changes: Readonly<Record<string, unknown>> | null }>(
  entity: Entity,
  entry: Entry,
): Entry {
  if (entry.changes === null) return entry
  const shown = Object.entries(entry.changes).filter(([name]) => {
    const field = entity.fieldByName.get(name)
    return field === undefined || isShown(entity, field)
  })
  return { ...entry, changes: Object.fromEntries(shown) }
}

/** Returns true for long documents, which grids do not show initially. */
export const isHidden = ({ name: entity }: Entity, { name, type, initiallyHidden }: Field): boolean =>
  type === 'json' || initiallyHidden || rare.has(`${entity}.${name}`)
