import { datetime, duration, identity, integer, lastModified, number, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const itemSupplier = defineEntity({
  name: 'input.itemsupplier',
  label: 'item supplier',
  labelPlural: 'item suppliers',
  about: 'Right to buy an item from a vendor with its lead time and lot rules.',
  key: 'id',
  naturalKey: ['item', 'location', 'supplier', 'effective_start'],
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
    number('sizeminimum', {
      minimum: 0,
      label: 'size minimum',
      nullable: true,
      default: 1,
      help: 'Smallest lot that may be proposed; smaller needs are rounded up.',
    }),
    number('sizemultiple', {
      minimum: 0,
      label: 'size multiple',
      nullable: true,
      help: 'Lots must be a multiple of this size; empty means no rounding.',
    }),
    number('sizemaximum', {
      minimum: 0,
      label: 'size maximum',
      nullable: true,
      help: 'Largest single lot; bigger needs are split.',
    }),
    duration('batchwindow', {
      minimum: 0,
      label: 'batching window',
      nullable: true,
      default: '7 00:00:00',
      help: 'Window within which needs are combined in one order.',
    }),
    number('cost', { nullable: true, help: 'Purchase price per unit.' }),
    integer('priority', {
      nullable: true,
      default: 1,
      help: 'Preference among replenishment methods; 0 = manual only.',
    }),
    datetime('effective_start', {
      label: 'effective start',
      nullable: true,
      default: '1971-01-01T00:00:00',
      help: 'First moment the record is valid; the sentinel 1971-01-01 stands for "always".',
    }),
    datetime('effective_end', {
      label: 'effective end',
      nullable: true,
      default: '2030-12-31T00:00:00',
      help: 'Moment the record stops being valid; the sentinel 2030-12-31 stands for "forever".',
    }),
    reference('resource', 'input.resource', 'setNull', { nullable: true, help: 'Supplier capacity.' }),
    number('resource_qty', {
      minimum: 0,
      label: 'resource quantity',
      nullable: true,
      default: 1,
      help: 'Units of capacity used per unit ordered.',
    }),
    duration('fence', {
      minimum: 0,
      label: 'release fence',
      nullable: true,
      help: 'Frozen horizon from the plan date: no new proposals may start inside it.',
    }),
  ],
})
