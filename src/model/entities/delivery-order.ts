import { orderTypeWords } from '../code-words.ts'
import {
  choice,
  datetime,
  duration,
  json,
  lastModified,
  number,
  orderReference,
  reference,
  source,
  text,
} from '../define.ts'
import { defineEntity } from '../entity.ts'

export const deliveryOrder = defineEntity({
  name: 'input.deliveryorder',
  label: 'delivery order',
  labelPlural: 'delivery orders',
  about: 'Planned shipment to a customer (type DLVR).',
  key: 'reference',
  view: { of: 'input.operationplan', type: 'DLVR' },
  rowsMidSize: 120000,
  fields: [
    source(),
    lastModified(),
    orderReference(),
    choice('status', ['proposed', 'approved', 'confirmed', 'completed', 'closed'], {
      nullable: true,
      help: 'proposed is planner output; approved, confirmed, completed are planner input; closed is ignored.',
    }),
    choice('type', ['STCK', 'MO', 'WO', 'PO', 'DO', 'DLVR'], {
      words: orderTypeWords,
      default: 'MO',
      access: 'computed',
      help: 'Order type discriminator.',
    }),
    number('quantity', { minimum: 0, default: 1, help: 'Order quantity.' }),
    number('quantity_completed', {
      minimum: 0,
      label: 'completed quantity',
      nullable: true,
      help: 'Part already executed (approved/confirmed only).',
    }),
    number('color', {
      nullable: true,
      default: 0,
      access: 'computed',
      help: 'Urgency score behind the inventory-status colour.',
    }),
    datetime('startdate', {
      plannable: true,
      label: 'start date',
      nullable: true,
      indexed: true,
      help: 'Start / ordering / shipping moment.',
    }),
    datetime('enddate', {
      plannable: true,
      label: 'end date',
      nullable: true,
      indexed: true,
      help: 'End / receipt moment.',
    }),
    text('remark', { nullable: true, help: 'Planner note.' }),
    number('criticality', {
      nullable: true,
      access: 'computed',
      help: 'Slack measure: 0 = on the critical path of a demand, 999 = unused.',
    }),
    duration('delay', {
      nullable: true,
      access: 'computed',
      help: 'End date versus latest date that keeps all fed demands on time.',
    }),
    json('plan', {
      nullable: true,
      default: '{}',
      access: 'computed',
      help: 'Planner detail: pegging to demands, upstream and downstream orders, interruptions, feasibility, setup.',
    }),
    reference('operation', 'input.operation', 'cascade', {
      nullable: true,
      access: 'computed',
      help: 'Operation executed (MO/WO).',
    }),
    reference('owner', 'input.operationplan', 'cascade', {
      nullable: true,
      access: 'computed',
      help: 'Parent order: the manufacturing order of a work order.',
    }),
    text('batch', { nullable: true, indexed: true, help: 'Batch key for make-to-order items.' }),
    reference('item', 'input.item', 'cascade', {
      nullable: true,
      access: 'computed',
      help: 'Item produced, bought, moved or shipped.',
    }),
    reference('origin', 'input.location', 'cascade', {
      nullable: true,
      access: 'computed',
      help: 'Shipping location (DO).',
    }),
    reference('destination', 'input.location', 'cascade', {
      nullable: true,
      access: 'computed',
      help: 'Receiving location (DO).',
    }),
    reference('supplier', 'input.supplier', 'cascade', {
      nullable: true,
      access: 'computed',
      help: 'Vendor (PO).',
    }),
    reference('location', 'input.location', 'cascade', {
      nullable: true,
      access: 'computed',
      help: 'Receiving location (PO), work location (MO/WO) or shipping location (DLVR).',
    }),
    reference('demand', 'input.demand', 'cascade', { nullable: true, help: 'Sales order delivered (DLVR).' }),
    datetime('due', { nullable: true, access: 'computed', help: 'Due date of that demand.' }),
    text('demands', {
      nullable: true,
      access: 'computed',
      help: 'Sales orders that it is for, by the plan.',
    }),
    text('name', {
      nullable: true,
      access: 'computed',
      help: 'Internal operation name used by the planner.',
    }),
    text('forecast', {
      nullable: true,
      access: 'computed',
      help: 'Forecast delivered instead of a sales order (forecast app; plain string, no foreign key).',
    }),
  ],
})
