import { searchWords } from '../code-words.ts'
import {
  choice,
  datetime,
  identity,
  integer,
  lastModified,
  number,
  reference,
  source,
  text,
} from '../define.ts'
import { defineEntity } from '../entity.ts'

export const operationResource = defineEntity({
  name: 'input.operationresource',
  label: 'operation resource',
  labelPlural: 'operation resources',
  about: 'Capacity requirement of an operation.',
  key: 'id',
  naturalKey: ['operation', 'resource', 'effective_start'],
  rowsMidSize: 120000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('operation', 'input.operation', 'cascade', { required: true, help: 'Operation concerned.' }),
    reference('resource', 'input.resource', 'cascade', { required: true, help: 'Resource or pool used.' }),
    reference('skill', 'input.skill', 'setNull', {
      nullable: true,
      help: 'Skill required from a pool member.',
    }),
    number('quantity', { minimum: 0, nullable: true, default: 1, help: 'Units of the resource needed.' }),
    number('quantity_fixed', {
      minimum: 0,
      label: 'quantity fixed',
      nullable: true,
      help: 'Order-size independent use (bucketed resources).',
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
    text('setup', { nullable: true, help: 'Setup state the resource must be in.' }),
    choice('search', ['PRIORITY', 'MINCOST', 'MINPENALTY', 'MINCOSTPENALTY'], {
      words: searchWords,
      label: 'search mode',
      nullable: true,
      help: 'Rule for choosing among alternatives.',
    }),
  ],
})
