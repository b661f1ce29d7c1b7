import { duration, identity, lastModified, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'
import { replenishment } from './network-fields.ts'

export const itemDistribution = defineEntity({
  name: 'input.itemdistribution',
  label: 'item distribution',
  labelPlural: 'item distributions',
  about: 'Right to ship an item from one location to another.',
  key: 'id',
  naturalKey: ['item', 'location', 'origin', 'effective_start'],
  period: { start: 'effective_start', end: 'effective_end' },
  rowsMidSize: 80000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('item', 'input.item', 'cascade', {
      required: true,
      help: 'Item, or a group in the item tree.',
    }),
    reference('location', 'input.location', 'cascade', { required: true, help: 'Destination to replenish.' }),
    reference('origin', 'input.location', 'cascade', { required: true, help: 'Shipping location.' }),
    duration('leadtime', { minimum: 0, label: 'lead time', nullable: true, help: 'Transport time.' }),
    replenishment({ cost: 'Shipping cost per unit.', resource: 'Transport capacity.' }),
  ],
})
