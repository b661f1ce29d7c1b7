/** Which columns lists show before anybody has chosen. Of most entities the types of the fields tell enough. */
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'

/** Orders: what, how many, when, where, for whom, and how late. */
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

/** What people look for first: of a late order by how much, of a finding its cause. The other fields follow these. */
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
  'input.operationplan': ['reference', 'type', ...order('operation', 'location').slice(1)],
  'input.manufacturingorder': order('operation', 'location'),
  'input.workorder': order('operation', 'owner', 'location'),
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
  'output.constraint': ['demand', 'item', 'name', 'owner', 'description', 'startdate', 'enddate', 'entity'],
}

/** Fields of the order that a movement or a load belongs to: without them nobody knows what it is for. */
const ofOrder = ['type', 'operation', 'item', 'quantity', 'startdate', 'enddate', 'status', 'demands']
const followed: Readonly<Record<string, readonly string[]>> = {
  'input.operationplanmaterial': ofOrder
    .filter((name) => name !== 'item')
    .map((name) => `operationplan__${name}`),
  'input.operationplanresource': ofOrder.map((name) => `operationplan__${name}`),
}

/** Fields of referred records that lists show. */
export const followedColumns = ({ name }: Entity): readonly string[] => followed[name] ?? []

/** Columns that stand first, in their order. */
export const leadingColumns = ({ name }: Entity): readonly string[] => leading[name] ?? []

/** Fields that hold something only with modules that few have. */
const rare: ReadonlySet<string> = new Set(['output.constraint.forecast'])

/** Places in trees, which only the database reckons with. */
const places: ReadonlySet<string> = new Set(['lft', 'rght', 'lvl'])

/** What only a delivery has; what other orders are for, the plan says in `demands`. */
const ofDeliveries: ReadonlySet<string> = new Set(['demand', 'due'])

/**
 * Whether screens know of a field at all. Places in trees and documents that only the service writes are for programs, which
 * read them in the data API.
 */
export const isShown = ({ view }: Pick<Entity, 'view'>, { name, type, access }: Field): boolean =>
  !places.has(name) &&
  !(type === 'json' && access !== 'write') &&
  !(view !== undefined && view.type !== 'DLVR' && ofDeliveries.has(name))

/** What has changed of a record, without the fields that no screen shows. Attributes that are gone stay. */
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

/** Long documents are for details: grids leave them out until they are asked for. */
export const isHidden = ({ name: entity }: Entity, { name, type, initiallyHidden }: Field): boolean =>
  type === 'json' || initiallyHidden || rare.has(`${entity}.${name}`)
