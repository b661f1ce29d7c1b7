/** How an item is made, bought or transported, and where it is used: the network as a tree. */
import { boolean, choice, datetime, duration, integer, number, reference } from '../define.ts'
import { defineReport } from './declare.ts'
import { treePosition } from './shared-fields.ts'

export const supplyPath = defineReport({
  name: 'supplypath',
  label: 'supply path',
  about:
    'How something is made, bought or moved, or downstream where it is used: a tree, row by row, depth first.',
  basedOn: [
    'input.item',
    'input.buffer',
    'input.demand',
    'input.operation',
    'input.operationmaterial',
    'input.operationresource',
    'input.operationdependency',
    'input.itemsupplier',
    'input.itemdistribution',
    'input.resource',
  ],
  key: 'id',
  rowsMidSize: 1_000,
  fields: [
    ...treePosition(),
    choice('kind', ['buffer', 'operation', 'purchase', 'distribution', 'resource'], {
      words: { buffer: 'stock', purchase: 'purchasing', distribution: 'transport' },
      help: 'What the row stands for: stock of an item at a location, an operation, a purchase, a move or a resource.',
    }),
    reference('item', 'input.item', 'cascade', {
      nullable: true,
      help: 'Item stocked, made, bought or moved.',
    }),
    reference('location', 'input.location', 'cascade', { nullable: true, help: 'Where.' }),
    reference('operation', 'input.operation', 'cascade', { nullable: true, help: 'Operation.' }),
    reference('resource', 'input.resource', 'cascade', { nullable: true, help: 'Resource.' }),
    reference('supplier', 'input.supplier', 'cascade', { nullable: true, help: 'Vendor of a purchase.' }),
    reference('origin', 'input.location', 'cascade', {
      nullable: true,
      help: 'Where a move comes from.',
    }),
    number('quantity', {
      label: 'quantity per',
      nullable: true,
      help: 'Units per unit of the row above: of a material per unit made, of a resource while it works. Downstream units of the row above per unit of this one.',
    }),
    number('total', {
      label: 'quantity in total',
      nullable: true,
      help: 'Units per unit of the root; downstream units of the root per unit of this row.',
    }),
    duration('leadtime', {
      label: 'lead time',
      nullable: true,
      help: 'Lead time of a purchase or a move, fixed duration of an operation.',
    }),
    duration('duration_per', {
      label: 'duration per unit',
      nullable: true,
      help: 'Duration of an operation per unit.',
    }),
    integer('priority', { nullable: true, help: 'Preference among alternatives.' }),
    datetime('effective_start', {
      label: 'effective start',
      nullable: true,
      help: 'First moment it is valid.',
    }),
    datetime('effective_end', {
      label: 'effective end',
      nullable: true,
      help: 'Moment it stops being valid.',
    }),
    boolean('circular', { help: 'Whether it stands above itself on this branch; the branch ends there.' }),
    boolean('more', {
      label: 'more rows',
      help: 'Whether the branch was cut at the depth that was asked for.',
    }),
  ],
})
