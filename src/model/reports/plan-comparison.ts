/** Sales orders in two scenarios side by side. */
import { choice, datetime, duration, integer, number, reference } from '../define.ts'
import { defineReport } from './declare.ts'

export const planComparison = defineReport({
  name: 'plancomparison',
  label: 'plan comparison',
  about: 'Delivery of each sales order in this scenario and in another one.',
  basedOn: ['input.demand'],
  key: 'demand',
  rowsMidSize: 100_000,
  fields: [
    reference('demand', 'input.demand', 'cascade', { help: 'Sales order.' }),
    reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item ordered.' }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Shipping location.' }),
    reference('customer', 'input.customer', 'cascade', { nullable: true, help: 'Ordering customer.' }),
    integer('priority', { nullable: true, help: 'Planning sequence; lower goes first.' }),
    datetime('due', { nullable: true, help: 'Requested date.' }),
    number('quantity', { nullable: true, help: 'Requested quantity.' }),
    choice('change', ['same', 'late', 'recovered', 'later', 'earlier', 'new', 'gone'], {
      help: 'What the other scenario does: late is newly late or short, recovered is on time again, later is also less, earlier also more; new is an order that only the other scenario has.',
    }),
    datetime('deliverydate', {
      label: 'delivery date',
      nullable: true,
      help: 'Last planned delivery date in this scenario.',
    }),
    datetime('compared_deliverydate', {
      label: 'compared delivery date',
      nullable: true,
      help: 'Last planned delivery date in the other scenario.',
    }),
    duration('difference', {
      label: 'difference in time',
      nullable: true,
      help: 'By how much the other scenario delivers later; negative when it is earlier.',
    }),
    duration('delay', { nullable: true, help: 'Last planned delivery minus due date in this scenario.' }),
    duration('compared_delay', {
      label: 'compared delay',
      nullable: true,
      help: 'Last planned delivery minus due date in the other scenario.',
    }),
    number('plannedquantity', {
      label: 'planned quantity',
      nullable: true,
      help: 'Quantity covered by planned deliveries in this scenario.',
    }),
    number('compared_plannedquantity', {
      label: 'compared planned quantity',
      nullable: true,
      help: 'Quantity covered by planned deliveries in the other scenario.',
    }),
    number('quantity_difference', {
      label: 'difference in quantity',
      help: 'By how much the other scenario delivers more; negative when it is less.',
    }),
  ],
})
