/** Which columns lists show before anybody has chosen. Of most entities the types of the fields tell enough. */
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'

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
  'output.problem': ['name', 'owner', 'description', 'startdate', 'enddate', 'entity'],
  'output.constraint': ['demand', 'item', 'name', 'owner', 'description', 'startdate', 'enddate', 'entity'],
}

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
