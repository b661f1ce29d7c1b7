import { choice, datetime, identity, lastModified, number, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const operationPlanMaterial = defineEntity({
  name: 'input.operationplanmaterial',
  label: 'inventory detail',
  labelPlural: 'inventory detail',
  about: 'Stock movements of orders ("inventory detail").',
  key: 'id',
  naturalKey: ['operationplan', 'item', 'location', 'flowdate'],
  naturalKeyUnique: false,
  indexes: [['item', 'location', 'flowdate']],
  rowsMidSize: 2500000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('item', 'input.item', 'cascade', { required: true, help: 'Item concerned.' }),
    reference('location', 'input.location', 'cascade', {
      required: true,
      inherited: true,
      indexed: false,
      help: 'Location concerned.',
    }),
    reference('operationplan', 'input.operationplan', 'cascade', {
      label: 'reference',
      aliases: ['reference'],
      required: true,
      help: 'Order moving the material.',
    }),
    number('quantity', { required: true, help: 'Positive = production, negative = consumption.' }),
    datetime('flowdate', {
      plannable: true,
      label: 'date',
      required: true,
      inherited: true,
      help: 'Moment of the stock movement.',
    }),
    number('onhand', {
      label: 'on hand',
      nullable: true,
      access: 'computed',
      help: 'Projected stock after the movement.',
    }),
    number('minimum', { nullable: true, access: 'computed', help: 'Safety stock at that moment.' }),
    number('periodofcover', {
      label: 'period of cover',
      nullable: true,
      access: 'computed',
      help: 'Days of demand covered after the movement.',
    }),
    choice('status', ['proposed', 'confirmed', 'closed'], {
      label: 'material status',
      nullable: true,
      help: 'Status of the movement.',
    }),
  ],
})
