import {
  category,
  choice,
  description,
  duration,
  identity,
  lastModified,
  number,
  reference,
  source,
  subcategory,
  text,
} from '../define.ts'
import { defineEntity } from '../entity.ts'

export const buffer = defineEntity({
  name: 'input.buffer',
  label: 'buffer',
  labelPlural: 'buffers',
  about: 'Stock of an item at a location (and batch), with safety and maximum stock.',
  key: 'id',
  naturalKey: ['item', 'location', 'batch'],
  rowsMidSize: 120000,
  fields: [
    source(),
    lastModified(),
    identity(),
    description(),
    category(),
    subcategory(),
    choice('type', ['default', 'infinite'], {
      words: { default: 'normal', infinite: 'unlimited' },
      nullable: true,
      default: 'default',
      help: 'default = constrained stock, infinite = never short.',
    }),
    reference('location', 'input.location', 'cascade', { required: true, help: 'Where it is stocked.' }),
    reference('item', 'input.item', 'cascade', { required: true, help: 'Item stocked.' }),
    text('batch', {
      nullable: true,
      default: '',
      help: 'Batch key; empty string (never null in the key) for make-to-stock.',
    }),
    number('onhand', {
      label: 'on hand',
      nullable: true,
      default: 0,
      help: 'Inventory at the start of the plan.',
    }),
    number('minimum', { minimum: 0, nullable: true, default: 0, help: 'Safety stock target.' }),
    reference('minimum_calendar', 'input.calendar', 'setNull', {
      label: 'minimum calendar',
      nullable: true,
      help: 'Time-varying safety stock.',
    }),
    duration('min_interval', {
      minimum: 0,
      label: 'minimum interval',
      nullable: true,
      help: 'Window for grouping replenishments.',
    }),
    number('maximum', { minimum: 0, nullable: true, default: 0, help: 'Maximum stock level.' }),
    reference('maximum_calendar', 'input.calendar', 'setNull', {
      label: 'maximum calendar',
      nullable: true,
      help: 'Time-varying maximum stock.',
    }),
  ],
})
