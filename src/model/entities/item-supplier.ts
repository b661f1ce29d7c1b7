import { duration, identity, lastModified, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'
import { replenishment } from './network-fields.ts'

export const itemSupplier = defineEntity({
  name: 'input.itemsupplier',
  label: 'item supplier',
  labelPlural: 'item suppliers',
  about: 'Right to buy an item from a vendor with its lead time and lot rules.',
  key: 'id',
  naturalKey: ['item', 'location', 'supplier', 'effective_start'],
  period: { start: 'effective_start', end: 'effective_end' },
  rowsMidSize: 60000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('item', 'input.item', 'cascade', {
      required: true,
      help: 'Item, or a group in the item tree.',
    }),
    reference('location', 'input.location', 'cascade', {
      nullable: true,
      help: 'Receiving location; empty = any.',
    }),
    reference('supplier', 'input.supplier', 'cascade', { required: true, help: 'Supplier concerned.' }),
    duration('leadtime', { minimum: 0, label: 'lead time', nullable: true, help: 'Purchasing lead time.' }),
    duration('extra_safety_leadtime', {
      minimum: 0,
      label: 'soft safety lead time',
      nullable: true,
      help: 'Preferred earliness, relaxed when short.',
    }),
    duration('hard_safety_leadtime', {
      minimum: 0,
      label: 'hard safety lead time',
      nullable: true,
      help: 'Mandatory time between receipt and use.',
    }),
    replenishment({ cost: 'Purchase price per unit.', resource: 'Supplier capacity.' }),
  ],
})
