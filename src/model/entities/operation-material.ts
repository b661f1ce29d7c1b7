import { choice, duration, identity, lastModified, number, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'
import { alternateGroup, effectivity, searchMode } from './network-fields.ts'

export const operationMaterial = defineEntity({
  name: 'input.operationmaterial',
  label: 'operation material',
  labelPlural: 'operation materials',
  about: 'Bill of material line: what an operation consumes or produces.',
  key: 'id',
  naturalKey: ['operation', 'item', 'effective_start'],
  period: { start: 'effective_start', end: 'effective_end' },
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
    effectivity(),
    alternateGroup(),
    searchMode(),
    number('transferbatch', {
      minimum: 0,
      label: 'transfer batch quantity',
      nullable: true,
      help: 'Batch size for transfer-batch flows.',
    }),
    duration('offset', { nullable: true, help: 'Shift of the flow from start or end.' }),
  ],
})
