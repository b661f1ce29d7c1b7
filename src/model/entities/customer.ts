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

export const customer = defineEntity({
  name: 'input.customer',
  label: 'customer',
  labelPlural: 'customers',
  about: 'Buyer, in a tree.',
  tree: 'owner',
  rowsMidSize: 3000,
  fields: [
    treePosition(),
    nameKey(),
    reference('owner', 'input.customer', 'setNull', { nullable: true, help: 'Parent customer.' }),
    source(),
    lastModified(),
    description(),
    category(),
    subcategory(),
  ],
})
