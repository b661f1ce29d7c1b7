/** The fields of orders: one table contains all types, and each type has an entity with its own fields. */
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
import type { Field, FieldOptions } from '../field.ts'

/** References of an order. */
type OrderLink =
  | 'operation'
  | 'owner'
  | 'item'
  | 'origin'
  | 'destination'
  | 'supplier'
  | 'location'
  | 'demand'

export interface OrderKind {
  /** References that clients may write; all others are computed. */
  readonly written: readonly OrderLink[] | 'all'
  /** Names of the start and end dates of this order type, as additional fields. */
  readonly dateNames?: { readonly startdate: string; readonly enddate: string }
}

/** Returns the fields of the orders of one type, or of all types if all references are written. */
export function orderFields({ written, dateNames }: OrderKind): readonly Field[] {
  const ofAllTypes = written === 'all'
  const link = (name: OrderLink, entity: string, options: FieldOptions): Field =>
    reference(name, entity, 'cascade', {
      nullable: true,
      ...(!ofAllTypes && !written.includes(name) && { access: 'computed' }),
      ...options,
    })
  return [
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
      // The entity of one type already determines the value.
      ...(ofAllTypes ? { indexed: true } : { access: 'computed' }),
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
    link('operation', 'input.operation', { help: 'Operation executed (MO/WO).' }),
    link('owner', 'input.operationplan', { help: 'Parent order: the manufacturing order of a work order.' }),
    text('batch', { nullable: true, indexed: true, help: 'Batch key for make-to-order items.' }),
    link('item', 'input.item', { help: 'Item produced, bought, moved or shipped.' }),
    link('origin', 'input.location', { help: 'Shipping location (DO).' }),
    link('destination', 'input.location', { help: 'Receiving location (DO).' }),
    link('supplier', 'input.supplier', { help: 'Vendor (PO).' }),
    link('location', 'input.location', {
      // Orders of all types are searched by item and date: the index would cost a plan more than it saves (see
      // migrations).
      ...(ofAllTypes && { indexed: false }),
      help: 'Receiving location (PO), work location (MO/WO) or shipping location (DLVR).',
    }),
    link('demand', 'input.demand', { help: 'Sales order delivered (DLVR).' }),
    datetime('due', { nullable: true, access: 'computed', help: 'Due date of that demand.' }),
    text('demands', {
      nullable: true,
      access: 'computed',
      help: 'Sales orders that it is for, by the plan.',
    }),
    text('resource_names', {
      label: 'resources',
      nullable: true,
      access: 'computed',
      help: 'Resources on which it is planned.',
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
    ...(dateNames === undefined
      ? []
      : [dateAlias(dateNames.startdate, 'startdate'), dateAlias(dateNames.enddate, 'enddate')]),
  ]
}

const dateAlias = (name: string, column: 'startdate' | 'enddate'): Field =>
  datetime(name, {
    plannable: true,
    label: name.replace('_', ' '),
    nullable: true,
    column,
    help: `Alias of ${column}.`,
  })
