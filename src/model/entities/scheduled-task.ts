import { boolean, datetime, identity, json, reference, text } from '../define.ts'
import { defineEntity } from '../entity.ts'
import type { Field } from '../field.ts'
import { weekdays } from '../weekdays.ts'

const weekday = (name: (typeof weekdays)[number]): Field =>
  boolean(name, { default: true, help: `Whether it starts on ${name[0]!.toUpperCase()}${name.slice(1)}s.` })

const steps = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      task: { type: 'string', description: 'Name of a task.' },
      arguments: {
        type: 'object',
        default: {},
        description:
          'By the schema of the task: `task.<name>` of this document, or `parameters` at /execute/api/.',
      },
      abort_on_failure: {
        type: 'boolean',
        default: true,
        description: 'Whether the steps after it are left out when it is not done.',
      },
    },
    required: ['task'],
    additionalProperties: false,
  },
}

export const scheduledTask = defineEntity({
  name: 'execute.scheduledtask',
  label: 'scheduled task',
  labelPlural: 'scheduled tasks',
  about: 'Task group with steps and schedule.',
  schema: 'control',
  key: 'id',
  naturalKey: ['name'],
  imports: false,
  rowsMidSize: 20,
  fields: [
    identity(),
    text('name', {
      required: true,
      unique: true,
      oneLine: true,
      maxLength: 300,
      help: 'Name of the group of tasks.',
    }),
    text('scenario', { default: 'default', help: 'Scenario on which its steps work.' }),
    boolean('enabled', { default: true, help: 'Whether it starts by itself at its times.' }),
    text('tz', {
      label: 'time zone',
      nullable: true,
      help: 'IANA name of the zone of its times; empty = the zone of the installation.',
    }),
    json('starttimes', {
      label: 'start times',
      nullable: true,
      help: 'List of times of day, such as ["06:00", "18:30"].',
      schema: { type: 'array', items: { type: 'string', pattern: '^\\d{1,2}:\\d\\d(:00)?$' } },
    }),
    ...weekdays.slice(1).map(weekday),
    weekday('sunday'),
    json('steps', {
      nullable: true,
      help: 'List of steps in their order: {"task", "arguments": {}, "abort_on_failure": true}.',
      schema: steps,
    }),
    text('email_failure', {
      label: 'e-mail on failure',
      nullable: true,
      commaSeparated: true,
      help: 'Addresses mailed when a run fails or is canceled, separated by commas.',
    }),
    text('email_success', {
      label: 'e-mail on success',
      nullable: true,
      commaSeparated: true,
      help: 'Addresses mailed when a run is done, separated by commas.',
    }),
    datetime('next_run', {
      label: 'next run',
      nullable: true,
      access: 'computed',
      help: 'Next planned start, in the zone of the installation.',
    }),
    reference('user', 'common.user', 'setNull', {
      nullable: true,
      access: 'readonly',
      help: 'Owner: whoever saved it last. Its steps run with the rights of this user.',
    }),
  ],
})
