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

/** Places in trees are for computers, and long documents for details: grids leave them out until they are asked for. */
export const isHidden = ({ name: entity }: Entity, { name, type, initiallyHidden }: Field): boolean =>
  ['lft', 'rght', 'lvl'].includes(name) || type === 'json' || initiallyHidden || rare.has(`${entity}.${name}`)
