import { lastModified, nameKey, source, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const parameter = defineEntity({
  name: 'common.parameter',
  label: 'parameter',
  labelPlural: 'parameters',
  about: 'Key/value settings of planner and web application, per scenario.',
  rowsMidSize: 120,
  fields: [
    source(),
    lastModified(),
    nameKey('Setting key, dotted and case sensitive (currentdate, plan.loglevel, ...).'),
    text('value', { nullable: true, help: 'Setting value, always stored as text.' }),
    text('description', { nullable: true, help: 'What the setting does.' }),
  ],
})
