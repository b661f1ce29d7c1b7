/** The exceptions of a plan that need a decision, one row each, with their status and notes. */
import { exceptionKinds, exceptionStatuses } from '../exception-kinds.ts'
import { orderTypeWords } from '../code-words.ts'
import { choice, datetime, integer, number, reference, text } from '../define.ts'
import { constraint } from '../entities/constraint.ts'
import { defineReport } from './declare.ts'

export const exceptions = defineReport({
  name: 'exception',
  label: 'exceptions',
  about:
    'What needs a decision: late and short sales orders, overloads, orders to expedite, to push out and to cancel, ' +
    'stock below its safety stock, excess stock and data faults, the largest effect first.',
  basedOn: [
    'input.demand',
    'input.item',
    'input.buffer',
    'input.operationplan',
    'input.operationplanmaterial',
    'input.operationplanresource',
    'output.constraint',
    'output.problem',
  ],
  key: 'id',
  rowsMidSize: 5_000,
  fields: [
    text('id', { label: 'identifier', help: 'Kind and subject: the same in every plan.' }),
    integer('rank', {
      help: 'Place by effect, then value, then start date; 1 is the most urgent.',
    }),
    choice('kind', Object.keys(exceptionKinds), { words: exceptionKinds, help: 'What is wrong.' }),
    text('subject', {
      help: 'What it is about: a sales order, a resource, an order, a buffer, a record.',
    }),
    choice('type', ['MO', 'PO', 'DO'], {
      nullable: true,
      words: orderTypeWords,
      help: 'Type of the order to expedite, push out or cancel.',
    }),
    reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item concerned.' }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Location concerned.' }),
    reference('customer', 'input.customer', 'cascade', {
      nullable: true,
      help: 'Customer of the sales order.',
    }),
    reference('supplier', 'input.supplier', 'cascade', {
      nullable: true,
      help: 'Supplier of the purchase order.',
    }),
    text('cause', {
      nullable: true,
      words: constraint.fieldByName.get('name')?.words ?? {},
      help: 'Constraint that costs a sales order most time.',
    }),
    text('bottleneck', {
      nullable: true,
      help: 'Resource, buffer, operation or sales order that the cause is about.',
    }),
    datetime('startdate', {
      label: 'start date',
      nullable: true,
      help: 'Since when: the due date, the first moment below safety stock, the planned receipt.',
    }),
    datetime('enddate', {
      label: 'end date',
      nullable: true,
      help: 'Until when: the delivery, the end of the shortage, when the order is needed; empty for never.',
    }),
    number('quantity', { nullable: true, help: 'Units that are late, missing, not needed.' }),
    number('days', { nullable: true, help: 'Days that it lasts.' }),
    number('effect', {
      help: 'Quantity-days that sales orders are late because of it; what is not delivered counts until the end of the plan.',
    }),
    number('value', { help: 'Quantity times the cost of the item.' }),
    integer('count', { help: 'How often the plan finds it, such as the dips of one buffer.' }),
    text('description', { nullable: true, help: 'Readable explanation.' }),
    choice('status', exceptionStatuses, {
      help: 'open, acknowledged, or snoozed until a moment. It stays with the exception when the plan is made again.',
    }),
    datetime('until', { nullable: true, help: 'When a snoozed exception is open again.' }),
    text('assignee', { nullable: true, help: 'Login name of the user who takes care of it.' }),
    text('note', { nullable: true, help: 'What users have noted.' }),
    text('changed_by', {
      label: 'changed by',
      nullable: true,
      help: 'Login name of the user who changed its status or note last.',
    }),
    datetime('changed', { nullable: true, help: 'When its status or note was changed last.' }),
    text('entity', {
      nullable: true,
      words: constraint.fieldByName.get('entity')?.words ?? {},
      help: 'Area: demand, material, capacity or operation.',
    }),
    text('together', {
      label: 'together with',
      nullable: true,
      help: 'Other limiting objects without which the bottleneck costs no time; empty if it costs time alone.',
    }),
  ],
})
