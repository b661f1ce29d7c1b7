/** Predecessors and successors of a demand or an order, as a tree. */
import { boolean, datetime, duration, json, number, reference, text } from '../define.ts'
import { defineReport } from './declare.ts'
import { stepOwner, treePosition, typeAndStatus } from './shared-fields.ts'

export const pegging = defineReport({
  name: 'pegging',
  label: 'pegging',
  about: 'Orders that feed a demand or an order, or are fed by one: a tree, row by row, depth first.',
  basedOn: [
    'input.demand',
    'input.operationplan',
    'input.operationplanmaterial',
    'input.operationplanresource',
  ],
  key: 'id',
  rowsMidSize: 1_000,
  fields: [
    ...treePosition(),
    reference('reference', 'input.operationplan', 'cascade', { help: 'Order number.' }),
    ...typeAndStatus(),
    stepOwner(),
    reference('operation', 'input.operation', 'cascade', { nullable: true, help: 'Operation executed.' }),
    reference('item', 'input.item', 'cascade', { nullable: true, help: 'Item of the order.' }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Location of the order.' }),
    reference('origin', 'input.location', 'cascade', { nullable: true, help: 'Shipping location.' }),
    reference('destination', 'input.location', 'cascade', { nullable: true, help: 'Receiving location.' }),
    reference('supplier', 'input.supplier', 'cascade', { nullable: true, help: 'Vendor.' }),
    reference('demand', 'input.demand', 'cascade', { nullable: true, help: 'Sales order delivered.' }),
    number('pegged', {
      label: 'pegged quantity',
      help: 'How much of the order goes to the root of the tree on this branch; downstream how much of the root goes to it.',
    }),
    number('quantity', { nullable: true, help: 'Quantity of the order.' }),
    datetime('startdate', { label: 'start date', nullable: true, help: 'Start of the order.' }),
    datetime('enddate', { label: 'end date', nullable: true, help: 'End of the order.' }),
    datetime('due', { nullable: true, help: 'Due date of the demand that it delivers.' }),
    duration('delay', {
      nullable: true,
      help: 'End date versus the latest date that keeps all fed demands on time.',
    }),
    number('criticality', { nullable: true, help: 'Days it may be later without making a demand late.' }),
    text('resources', { nullable: true, help: 'Resources that it uses.' }),
    json('resource_names', {
      label: 'resource names',
      help: 'Resources that it uses.',
      schema: { type: 'array', items: { type: 'string' } },
    }),
    boolean('more', {
      label: 'more orders',
      help: 'Whether further orders follow that are not shown: the tree was asked for to this depth, or they would repeat.',
    }),
  ],
})
