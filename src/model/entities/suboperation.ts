import { identity, integer, lastModified, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'
import { effectivity } from './network-fields.ts'

export const suboperation = defineEntity({
  name: 'input.suboperation',
  label: 'suboperation',
  labelPlural: 'suboperations',
  about: 'Older way to link steps to a routing; mirrored into operation.owner on save.',
  key: 'id',
  naturalKey: ['operation', 'suboperation', 'effective_start'],
  period: { start: 'effective_start', end: 'effective_end' },
  rowsMidSize: 0,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('operation', 'input.operation', 'cascade', {
      required: true,
      help: 'Parent (routing/alternate/split).',
    }),
    integer('priority', { default: 1, help: 'Sequence or preference among siblings; negative is ignored.' }),
    reference('suboperation', 'input.operation', 'cascade', {
      required: true,
      help: 'Child step or option.',
    }),
    effectivity(),
  ],
})
