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

export const location = defineEntity({
  name: 'input.location',
  label: 'location',
  labelPlural: 'locations',
  about: 'Site or warehouse, in a tree.',
  tree: 'owner',
  rowsMidSize: 50,
  fields: [
    treePosition(),
    nameKey(),
    reference('owner', 'input.location', 'setNull', { nullable: true, help: 'Parent location.' }),
    source(),
    lastModified(),
    description(),
    category(),
    subcategory(),
    reference('available', 'input.calendar', 'setNull', {
      nullable: true,
      help: 'Working-hours calendar; intersected with those of operation and resource.',
    }),
  ],
})
