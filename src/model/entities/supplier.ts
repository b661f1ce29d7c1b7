import {
  category,
  description,
  lastModified,
  nameKey,
  reference,
  source,
  subcategory,
  treePosition,
} from '../define.ts'
import { defineEntity } from '../entity.ts'

export const supplier = defineEntity({
  name: 'input.supplier',
  label: 'supplier',
  labelPlural: 'suppliers',
  about: 'Vendor, in a tree.',
  tree: 'owner',
  rowsMidSize: 1500,
  fields: [
    treePosition(),
    nameKey(),
    reference('owner', 'input.supplier', 'setNull', { nullable: true, help: 'Parent supplier.' }),
    source(),
    lastModified(),
    description(),
    category(),
    subcategory(),
    reference('available', 'input.calendar', 'setNull', {
      nullable: true,
      help: 'Holiday calendar; purchasing time is stretched over closed days.',
    }),
  ],
})
