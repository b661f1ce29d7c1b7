/** Operations of the OpenAPI document for the values of calendars over time. */
import { edit, planTag } from '../../contract/plan-values.ts'
import {
  answers,
  anything,
  inPath,
  integer,
  listOf,
  means,
  moment,
  object,
  operationsOf,
  orNull,
  problems,
  query,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const number: Schema = { type: 'number' }
const resource = 'Resource whose capacity per day to return.'

const view = object({
  calendar: means(anything, 'The record of the calendar.'),
  now: means(moment, 'Current date of the plan.'),
  effective: means(
    listOf(
      object({
        start: moment,
        end: moment,
        value: number,
        entry: means(orNull('integer'), 'Entry that sets the value; null for the default of the calendar.'),
      }),
    ),
    'Values over the window.',
  ),
  entries: means(
    listOf(
      object({
        id: integer,
        record: means(anything, 'The record of the entry.'),
        edit: means(orNull('integer'), 'Index of the last edit that created or changed it, from 0.'),
        stretches: means(listOf(listOf(moment)), 'Start and end of each period in which it applies.'),
      }),
    ),
    'Entries that apply within the window, in order of precedence; at most 500.',
  ),
  entry_count: means(integer, 'Total number of entries within the window.'),
  lowest_priority: means(orNull('integer'), 'Lowest number among the priorities of all entries.'),
  uses: means(
    listOf(object({ entity: text, field: text, keys: listOf(text), count: integer })),
    'Records that refer to the calendar: at most 50 names per field, and their number.',
  ),
  capacity: means(
    { oneOf: [listOf(object({ date: text, available: number })), { type: 'null' as const }] },
    'Hours times size, or quantity, of the resource on each day; null without a resource, and for an unlimited one.',
  ),
})

const refused = problems('400', '403', '404', '503')

const operation = operationsOf(planTag)

export const calendarPaths: Readonly<Record<string, Schema>> = {
  '/api/calendars/{calendar}/': {
    parameters: [inPath('calendar', 'Name of the calendar.')],
    get: operation(
      'view_calendar',
      'Get the values of a calendar over a window, the entries that set them, and the records that use it',
      {
        description: 'Needs the right to view calendars and calendar buckets.',
        parameters: [
          query('start', 'Start of the window.', moment, true),
          query('end', 'End of the window, at most 100 days later; by default a week later.', moment),
          query('resource', resource),
        ],
        responses: { '200': answers('The calendar.', view), ...refused },
      },
    ),
    post: operation('preview_calendar', 'Preview a calendar with edits of planning data; nothing is stored', {
      description:
        'The edits are validated like a write. Needs the right to view calendars and calendar buckets.',
      requestBody: takes(
        object({ start: moment, end: moment, resource: means(text, resource), edits: listOf({ ...edit }) }, [
          'end',
          'resource',
          'edits',
        ]),
      ),
      responses: { '200': answers('The calendar with the edits.', view), ...refused },
    }),
  },
}
