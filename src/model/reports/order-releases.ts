/** Receipts of released orders: date, user, and the order at that time. */
import { orderTypeWords } from '../code-words.ts'
import { boolean, choice, datetime, integer, number, reference, text } from '../define.ts'
import { defineReport } from './declare.ts'

export const orderReleases = defineReport({
  name: 'orderrelease',
  label: 'released orders',
  about: 'Proposed orders that were released, each with its receipt: when, by whom, and what it was then.',
  basedOn: ['input.operationplan', 'input.item'],
  key: 'reference',
  rowsMidSize: 100_000,
  fields: [
    text('reference', { numbered: true, help: 'Order number.' }),
    choice('type', ['MO', 'PO', 'DO'], { words: orderTypeWords, help: 'Type of the order.' }),
    reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item made, bought or moved.' }),
    text('location', { nullable: true, help: 'Where it arrives or is made.' }),
    text('supplier', { nullable: true, help: 'Supplier of a purchase order.' }),
    text('origin', { nullable: true, help: 'Where a distribution order ships from.' }),
    text('operation', { nullable: true, help: 'Operation of a manufacturing order.' }),
    number('quantity', { help: 'Quantity when it was released.' }),
    number('price', {
      nullable: true,
      help: 'What the supplier charges for one unit; without a supplier or a price, the cost of the item.',
    }),
    datetime('startdate', {
      label: 'start date',
      nullable: true,
      help: 'When it had to be ordered or begun.',
    }),
    datetime('enddate', { label: 'end date', nullable: true, help: 'When it was to arrive or end.' }),
    datetime('released', { help: 'When it was released.' }),
    text('released_by', {
      label: 'released by',
      nullable: true,
      help: 'Login name of the user who released it.',
    }),
    integer('changeset', {
      label: 'change set',
      help: 'Number of the release: the orders of one have the same.',
    }),
    text('key', {
      label: 'release key',
      help: 'Goes with every attempt to hand the order over, so that the ERP takes it once.',
    }),
    choice('receipt', ['accepted', 'rejected'], {
      label: 'ERP receipt',
      nullable: true,
      help: 'What the ERP has answered; empty while there is no answer.',
    }),
    text('erpnumber', { label: 'ERP number', nullable: true, help: 'What the ERP calls the order.' }),
    text('reason', {
      label: 'rejection reason',
      nullable: true,
      help: 'Why the ERP has rejected the order.',
    }),
    boolean('withdrawn', {
      help: 'Whether the order became a proposal again or was deleted before the ERP answered, so that it is not handed over.',
    }),
    datetime('answered', { nullable: true, help: 'When the answer of the ERP arrived.' }),
  ],
})
