/** Endpoints of the values of calendars over time. */
import { answers, defineEndpoints, needed, optional } from './endpoint.ts'
import { edit, faultyEdits, mostEdits } from './plan-values.ts'
import { planTag as tag } from './tags.ts'
import {
  closed,
  integer,
  limited,
  listOf,
  means,
  moment,
  nullable,
  number,
  object,
  record,
  text,
} from './schemas.ts'

const resource = 'Resource whose capacity per day to return.'
const path = { calendar: needed('Name of the calendar.', text) }

const view = object({
  calendar: means(record, 'The record of the calendar.'),
  now: means(moment, 'Current date of the plan.'),
  effective: means(
    listOf(
      object({
        start: moment,
        end: moment,
        value: number,
        entry: means(nullable(integer), 'Entry that sets the value; null for the default of the calendar.'),
      }),
    ),
    'Values over the window.',
  ),
  entries: means(
    listOf(
      object({
        id: integer,
        record: means(nullable(record), 'The record of the entry.'),
        edit: means(nullable(integer), 'Index of the last edit that created or changed it, from 0.'),
        stretches: means(listOf(listOf(moment)), 'Start and end of each period in which it applies.'),
      }),
    ),
    'Entries that apply within the window, in order of precedence; at most 500.',
  ),
  entry_count: means(integer, 'Total number of entries within the window.'),
  lowest_priority: means(nullable(integer), 'Lowest number among the priorities of all entries.'),
  uses: means(
    listOf(object({ entity: text, field: text, keys: listOf(text), count: integer })),
    'Records that refer to the calendar: at most 50 names per field, and their number.',
  ),
  capacity: means(
    nullable(listOf(object({ date: text, available: number }))),
    'Hours times size, or quantity, of the resource on each day; null without a resource, and for an unlimited one.',
  ),
})

export const calendarEndpoints = defineEndpoints({
  'GET /api/calendars/{calendar}/': {
    id: 'view_calendar',
    tag,
    summary:
      'Get the values of a calendar over a window, the entries that set them, and the records that use it',
    description: 'Needs the right to view calendars and calendar buckets.',
    path,
    query: {
      start: needed('Start of the window.', moment),
      end: optional('End of the window, at most 100 days later; by default a week later.', moment),
      resource: optional(resource, text),
    },
    answers: { 200: answers('The calendar.', view) },
  },
  'POST /api/calendars/{calendar}/': {
    id: 'preview_calendar',
    tag,
    summary: 'Preview a calendar with edits of planning data; nothing is stored',
    description:
      'The edits are validated like a write. Needs the right to view calendars and calendar buckets.',
    path,
    body: closed(
      object(
        {
          start: moment,
          end: moment,
          resource: means(text, resource),
          edits: limited(listOf(closed(edit)), { maxItems: mostEdits }),
        },
        ['end', 'resource', 'edits'],
      ),
    ),
    answers: {
      200: answers('The calendar with the edits.', view),
      400: answers('Edits cannot be applied, or the window is invalid.', faultyEdits),
    },
  },
})
