import { treeFields } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const customer = defineEntity({
  name: 'input.customer',
  label: 'customer',
  labelPlural: 'customers',
  about: 'Buyer, in a tree.',
  tree: 'owner',
  rowsMidSize: 3000,
  fields: [...treeFields('input.customer', 'Parent customer.')],
})
