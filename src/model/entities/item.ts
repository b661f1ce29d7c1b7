import { choice, integer, number, text, treeFields } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const item = defineEntity({
  name: 'input.item',
  label: 'item',
  labelPlural: 'items',
  about: 'Product, component or raw material, in a tree.',
  tree: 'owner',
  rowsMidSize: 50000,
  fields: [
    ...treeFields('input.item', 'Parent in the item hierarchy.'),
    number('cost', { nullable: true, help: 'Value of one unit.' }),
    choice('type', ['make to stock', 'make to order'], {
      nullable: true,
      help: 'Stock policy: pooled stock or per-batch order tracking; empty behaves as make to stock.',
    }),
    number('weight', { nullable: true, help: 'Weight of one unit.' }),
    number('volume', { nullable: true, help: 'Volume of one unit.' }),
    integer('periodofcover', {
      label: 'period of cover',
      nullable: true,
      access: 'computed',
      help: 'Days the on-hand stock lasts; computed by the plan.',
    }),
    text('uom', {
      label: 'unit of measure',
      nullable: true,
      help: 'Unit in which all quantities of the item are expressed.',
    }),
    integer('latedemandcount', {
      label: 'count of late demands',
      nullable: true,
      access: 'computed',
      help: 'Number of open sales orders planned late (metrics app).',
    }),
    number('latedemandquantity', {
      label: 'quantity of late demands',
      nullable: true,
      access: 'computed',
      help: 'Quantity of open sales orders planned late (metrics app).',
    }),
    number('latedemandvalue', {
      label: 'value of late demand',
      nullable: true,
      access: 'computed',
      help: 'Value of open sales orders planned late (metrics app).',
    }),
    integer('unplanneddemandcount', {
      label: 'count of unplanned demands',
      nullable: true,
      access: 'computed',
      help: 'Number of open sales orders with no plan (metrics app).',
    }),
    number('unplanneddemandquantity', {
      label: 'quantity of unplanned demands',
      nullable: true,
      access: 'computed',
      help: 'Quantity of open sales orders with no plan (metrics app).',
    }),
    number('unplanneddemandvalue', {
      label: 'value of unplanned demands',
      nullable: true,
      access: 'computed',
      help: 'Value of open sales orders with no plan (metrics app).',
    }),
    text('demand_pattern', {
      label: 'demand pattern',
      nullable: true,
      access: 'computed',
      help: 'Demand class: smooth, intermittent, erratic or lumpy (forecast app).',
    }),
    number('adi', {
      label: 'average demand interval',
      nullable: true,
      access: 'computed',
      help: 'Average interval between demand periods (forecast app).',
    }),
    number('cv2', {
      label: 'squared coefficient of variation',
      nullable: true,
      access: 'computed',
      help: 'Squared coefficient of variation of demand size (forecast app).',
    }),
    number('outlier_1b', {
      label: 'outliers last bucket',
      nullable: true,
      access: 'computed',
      help: 'Outliers found in the last bucket (forecast app).',
    }),
    number('outlier_6b', {
      label: 'outliers last 6 buckets',
      nullable: true,
      access: 'computed',
      help: 'Outliers found in the last 6 buckets (forecast app).',
    }),
    number('outlier_12b', {
      label: 'outliers last 12 buckets',
      nullable: true,
      access: 'computed',
      help: 'Outliers found in the last 12 buckets (forecast app).',
    }),
  ],
})
