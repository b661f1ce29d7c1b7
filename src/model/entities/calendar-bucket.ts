import {
  boolean,
  datetime,
  identity,
  integer,
  lastModified,
  number,
  reference,
  source,
  time,
} from '../define.ts'
import { defineEntity } from '../entity.ts'

export const calendarBucket = defineEntity({
  name: 'input.calendarbucket',
  label: 'calendar bucket',
  labelPlural: 'calendar buckets',
  about: 'Dated, prioritised entry of a calendar with weekday and hour pattern.',
  key: 'id',
  naturalKey: ['calendar', 'startdate', 'enddate', 'priority'],
  period: { start: 'startdate', end: 'enddate' },
  rowsMidSize: 5000,
  fields: [
    source(),
    lastModified(),
    identity(),
    reference('calendar', 'input.calendar', 'cascade', {
      required: true,
      help: 'Calendar the entry belongs to.',
    }),
    datetime('startdate', {
      label: 'start date',
      nullable: true,
      default: '1971-01-01T00:00:00',
      help: 'Inclusive start of the validity window.',
    }),
    datetime('enddate', {
      label: 'end date',
      nullable: true,
      default: '2030-12-31T00:00:00',
      help: 'Exclusive end of the validity window.',
    }),
    number('value', {
      default: 0,
      help: 'Value while the entry is effective (1/0 for working-hour calendars).',
    }),
    integer('priority', { nullable: true, default: 0, help: 'Lowest number wins when entries overlap.' }),
    boolean('monday', { label: 'Monday', default: true, help: 'Entry applies on Monday.' }),
    boolean('tuesday', { label: 'Tuesday', default: true, help: 'Entry applies on Tuesday.' }),
    boolean('wednesday', { label: 'Wednesday', default: true, help: 'Entry applies on Wednesday.' }),
    boolean('thursday', { label: 'Thursday', default: true, help: 'Entry applies on Thursday.' }),
    boolean('friday', { label: 'Friday', default: true, help: 'Entry applies on Friday.' }),
    boolean('saturday', { label: 'Saturday', default: true, help: 'Entry applies on Saturday.' }),
    boolean('sunday', { label: 'Sunday', default: true, help: 'Entry applies on Sunday.' }),
    time('starttime', {
      label: 'start time',
      nullable: true,
      default: '00:00:00',
      help: 'Daily start of effectivity.',
    }),
    time('endtime', {
      label: 'end time',
      nullable: true,
      default: '23:59:59',
      endsDay: true,
      help: 'Daily end of effectivity. 16:59:59 and 16:59 mean 17:00, 23:59:59 and 24:00 the end of the day; an end before the start is on the next day.',
    }),
  ],
})
