import { datetime, identity, integer, lastModified, reference, source } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const resourceSkill = defineEntity({
  name: 'input.resourceskill',
  label: 'resource skill',
  labelPlural: 'resource skills',
  about: 'Which resource has which skill and when.',
  key: 'id',
  naturalKey: ['resource', 'skill'],
  period: { start: 'effective_start', end: 'effective_end' },
  rowsMidSize: 3000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('resource', 'input.resource', 'cascade', { required: true, help: 'Resource concerned.' }),
    reference('skill', 'input.skill', 'cascade', { required: true, help: 'Skill concerned.' }),
    datetime('effective_start', {
      label: 'effective start',
      nullable: true,
      help: 'Moment the resource gains the skill.',
    }),
    datetime('effective_end', { label: 'effective end', nullable: true, help: 'Moment it loses the skill.' }),
    integer('priority', {
      nullable: true,
      default: 1,
      help: 'Preference of this resource for the skill; 0 = manual only.',
    }),
  ],
})
