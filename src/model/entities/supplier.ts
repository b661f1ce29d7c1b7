import { reference, treeFields } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const supplier = defineEntity({
  name: 'input.supplier',
  label: 'supplier',
  labelPlural: 'suppliers',
  about: 'Vendor, in a tree.',
  tree: 'owner',
  rowsMidSize: 1500,
  fields: [
    ...treeFields('input.supplier', 'Parent supplier.'),
    reference('available', 'input.calendar', 'setNull', {
      nullable: true,
      help: 'Holiday calendar; purchasing time is stretched over closed days.',
    }),
  ],
})
