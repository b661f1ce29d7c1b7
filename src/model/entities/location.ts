import { reference, treeFields } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const location = defineEntity({
  name: 'input.location',
  label: 'location',
  labelPlural: 'locations',
  about: 'Site or warehouse, in a tree.',
  tree: 'owner',
  rowsMidSize: 50,
  fields: [
    ...treeFields('input.location', 'Parent location.'),
    reference('available', 'input.calendar', 'setNull', {
      nullable: true,
      help: 'Working-hours calendar; intersected with those of operation and resource.',
    }),
  ],
})
