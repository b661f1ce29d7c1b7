import { identity, lastModified, number, reference, source, text } from '../define.ts'
import { defineEntity } from '../entity.ts'
import { alternateGroup, effectivity, searchMode } from './network-fields.ts'

export const operationResource = defineEntity({
  name: 'input.operationresource',
  label: 'operation resource',
  labelPlural: 'operation resources',
  about: 'Capacity requirement of an operation.',
  key: 'id',
  naturalKey: ['operation', 'resource', 'effective_start'],
  period: { start: 'effective_start', end: 'effective_end' },
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
    effectivity(),
    alternateGroup(),
    text('setup', { nullable: true, help: 'Setup state the resource must be in.' }),
    searchMode(),
  ],
})
