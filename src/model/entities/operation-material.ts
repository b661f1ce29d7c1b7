import { searchWords } from '../code-words.ts'
import {
  choice,
  datetime,
  duration,
  identity,
  integer,
  lastModified,
  number,
  reference,
  source,
  text,
} from '../define.ts'
import { defineEntity } from '../entity.ts'

export const operationMaterial = defineEntity({
  name: 'input.operationmaterial',
  label: 'operation material',
  labelPlural: 'operation materials',
  about: 'Bill of material line: what an operation consumes or produces.',
  key: 'id',
  naturalKey: ['operation', 'item', 'effective_start'],
  rowsMidSize: 300000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('operation', 'input.operation', 'cascade', { required: true, help: 'Operation concerned.' }),
    reference('item', 'input.item', 'cascade', { required: true, help: 'Item concerned.' }),
    reference('location', 'input.location', 'setNull', {
      nullable: true,
      help: 'Overrides the operation location for this component.',
    }),
    number('quantity', {
      nullable: true,
      default: 1,
      help: 'Per-unit quantity: negative consumes, positive produces.',
    }),
    number('quantity_fixed', {
      label: 'fixed quantity',
      nullable: true,
      help: 'Quantity independent of the order size.',
    }),
    choice('type', ['start', 'end', 'transfer_batch'], {
      words: { start: 'at the start', end: 'at the end', transfer_batch: 'per transfer batch' },
      nullable: true,
      default: 'start',
      help: 'Moment of the flow: at start, at end or in transfer batches.',
    }),
    datetime('effective_start', {
      label: 'effective start',
      nullable: true,
      default: '1971-01-01T00:00:00',
      help: 'First moment the record is valid; the sentinel 1971-01-01 stands for "always".',
    }),
    datetime('effective_end', {
      label: 'effective end',
      nullable: true,
      default: '2030-12-31T00:00:00',
      help: 'Moment the record stops being valid; the sentinel 2030-12-31 stands for "forever".',
    }),
    text('name', { nullable: true, help: 'Shared name that makes records alternates of each other.' }),
    integer('priority', { nullable: true, default: 1, help: 'Preference inside the alternate group.' }),
    choice('search', ['PRIORITY', 'MINCOST', 'MINPENALTY', 'MINCOSTPENALTY'], {
      words: searchWords,
      label: 'search mode',
      nullable: true,
      help: 'Rule for choosing among alternatives.',
    }),
    number('transferbatch', {
      minimum: 0,
      label: 'transfer batch quantity',
      nullable: true,
      help: 'Batch size for transfer-batch flows.',
    }),
    duration('offset', { nullable: true, help: 'Shift of the flow from start or end.' }),
  ],
})
