import { datetime, identity, number, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const resourceSummary = defineEntity({
  name: 'output.resourcesummary',
  label: 'resource summary',
  labelPlural: 'resource summaries',
  about: 'Capacity and load per resource and finest bucket.',
  key: 'id',
  naturalKey: ['resource', 'startdate'],
  permissions: ['view'],
  imports: false,
  readOnly: true,
  rowsMidSize: 600000,
  fields: [
    identity(),
    text('resource', { access: 'readonly', help: 'Resource key, as text.' }),
    datetime('startdate', {
      label: 'start date',
      access: 'readonly',
      help: 'Start of the finest reporting bucket.',
    }),
    number('available', { nullable: true, access: 'readonly', help: 'Capacity available in the bucket.' }),
    number('unavailable', { nullable: true, access: 'readonly', help: 'Capacity lost to closed time.' }),
    number('setup', { nullable: true, access: 'readonly', help: 'Capacity spent on changeovers.' }),
    number('load', { nullable: true, access: 'readonly', help: 'Capacity used by orders.' }),
    number('free', { nullable: true, access: 'readonly', help: 'Capacity left.' }),
    number('load_confirmed', {
      label: 'confirmed load',
      nullable: true,
      access: 'readonly',
      help: 'Part of the load from confirmed work.',
    }),
  ],
})
