import { datetime, identity, integer, lastModified, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const suboperation = defineEntity({
  name: 'input.suboperation',
  label: 'suboperation',
  labelPlural: 'suboperations',
  about: 'Older way to link steps to a routing; mirrored into operation.owner on save.',
  key: 'id',
  naturalKey: ['operation', 'suboperation', 'effective_start'],
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
  ],
})
