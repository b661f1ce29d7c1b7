import { datetime, json, nameKey, reference, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const scheduledTask = defineEntity({
  name: 'execute.scheduledtask',
  label: 'scheduled task',
  labelPlural: 'scheduled tasks',
  about: 'Task group with steps and schedule.',
  schema: 'control',
  rowsMidSize: 20,
  fields: [
    nameKey('Task group name.'),
    datetime('next_run', {
      label: 'next run',
      nullable: true,
      access: 'computed',
      help: 'Next planned execution; derived from data and tz at save.',
    }),
    reference('user', 'common.user', 'setNull', {
      nullable: true,
      access: 'readonly',
      help: 'Owner of the schedule.',
    }),
    text('email_failure', {
      label: 'e-mail on failure',
      nullable: true,
      help: 'Addresses mailed on failure.',
    }),
    text('email_success', {
      label: 'e-mail on success',
      nullable: true,
      help: 'Addresses mailed on success.',
    }),
    json('data', { nullable: true, help: 'Steps, weekdays and start times (seconds in the day).' }),
    text('tz', { label: 'time zone', nullable: true, help: 'Time zone of the schedule.' }),
  ],
})
