import { datetime, identity, integer, reference, text } from '../define.ts'
import { defineEntity } from '../entity.ts'

export const task = defineEntity({
  name: 'execute.task',
  label: 'task',
  labelPlural: 'tasks',
  about: 'Log and queue of launched commands.',
  schema: 'control',
  key: 'id',
  permissions: ['view'],
  // Created by launching a task, changed by canceling it.
  readOnly: true,
  imports: false,
  rowsMidSize: 20000,
  fields: [
    identity(),
    text('name', { access: 'readonly', indexed: true, help: 'Command name.' }),
    datetime('submitted', { access: 'readonly', help: 'When it was queued.' }),
    datetime('started', { nullable: true, access: 'readonly', help: 'When it began.' }),
    datetime('finished', { nullable: true, access: 'readonly', help: 'When it ended.' }),
    text('arguments', { nullable: true, access: 'readonly', help: 'Command-line style arguments.' }),
    text('status', {
      access: 'readonly',
      help: 'Waiting, NN% while running, Done, Failed or Canceled (free text).',
    }),
    text('message', { nullable: true, access: 'readonly', help: 'Progress or result message.' }),
    text('logfile', {
      label: 'log file',
      nullable: true,
      access: 'readonly',
      help: 'Log or dump file name.',
    }),
    reference('user', 'common.user', 'setNull', {
      nullable: true,
      access: 'readonly',
      help: 'Who launched it.',
    }),
    integer('processid', {
      label: 'process id',
      nullable: true,
      access: 'readonly',
      help: 'Operating-system process.',
    }),
    integer('processgroupid', {
      label: 'process group id',
      nullable: true,
      access: 'readonly',
      help: 'Process group used for cancelling.',
    }),
    text('scenario', { nullable: true, access: 'readonly', help: 'Scenario it runs in.' }),
    text('step', { nullable: true, access: 'readonly', help: 'What it is doing at the moment.' }),
  ],
})
