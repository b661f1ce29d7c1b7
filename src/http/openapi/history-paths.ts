/** Operations of the OpenAPI document for searching, and for reading the change history. */
import { screensTag } from './screen-paths.ts'
import {
  answers,
  appAndEntity,
  flag,
  inPath,
  integer,
  limit,
  listOf,
  mapOf,
  means,
  moment,
  object,
  operationsOf,
  orNull,
  problems,
  query,
  readsOf,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const get = readsOf(screensTag)

const user: Schema = { ...object({ id: integer, username: text }, ['username']), type: ['object', 'null'] }
const replacement: Schema = {
  ...object({ kind: { ...text, enum: ['copy', 'promote', 'revert', 'restore'] }, source: orNull('string') }),
  type: ['object', 'null'],
}
const set = {
  changeset: integer,
  created: moment,
  user: means(user, 'Null for the service itself and the command line.'),
  channel: { ...text, enum: ['api', 'ui', 'import', 'fixture', 'task', 'command'] },
  origin: means(orNull('string'), 'Task, file or dataset.'),
  replacement: means(
    replacement,
    'What put other data in the place of all data of the scenario; null for anything else.',
  ),
}
const changes: Schema = {
  ...mapOf({}),
  type: ['object', 'null'],
  description: 'Field → [old, new]; of a deleted record field → value; null for an added one.',
}
const undoStanding: Schema = object({
  obstacle: means(
    { type: ['string', 'null'], enum: ['replaced', 'counts', 'plan', 'shared', 'unknown', null] },
    'Obstacle to undo; null if it can be undone.',
  ),
  by: means(orNull('integer'), 'The entry that undid it.'),
  of: means(orNull('integer'), 'The entry that it undoes.'),
})
export const recordName = { entity: text, label: text, route: text, key: text, title: text }
export const conflictFields: Schema = means(
  mapOf(object({ base: {}, present: {}, proposed: {} })),
  'Later values, by field.',
)
const undoConflict = object({
  ...recordName,
  problem: { ...text, enum: ['changed', 'deleted', 'exists', 'referenced', 'missing', 'circle'] },
  fields: conflictFields,
  records: means(listOf(object(recordName)), 'Who refers to it, what is missing, or what is in its place.'),
})
const undoAnswer: Schema = object({
  changeset: means(orNull('integer'), 'The entry that undoes it; null if nothing was stored.'),
  edits: integer,
  actions: listOf(
    object({
      entity: text,
      label: text,
      route: text,
      kind: { ...text, enum: ['remove', 'restore', 'revert', 'replace'] },
      records: integer,
    }),
  ),
  records: means(
    listOf(object({ ...recordName, action: { ...text, enum: ['add', 'change', 'delete'] }, changes })),
    'The first records that change, with their values.',
  ),
  conflicts: listOf(undoConflict),
  conflict_count: integer,
  lost: means(
    listOf(object({ entity: text, field: text })),
    'Fields that no longer exist; their previous values cannot be restored.',
  ),
})
const take = query(
  'take',
  'How to resolve conflicts: `present` keeps later values, `proposed` overwrites them.',
  { ...text, enum: ['present', 'proposed'] },
)
const action: Schema = { ...text, enum: ['add', 'change', 'delete'] }
const found = object({
  entity: text,
  entity_label: text,
  key: { type: ['string', 'integer'] },
  label: text,
  description: orNull('string'),
  rank: integer,
  url: text,
  route: text,
})

const operation = operationsOf(screensTag)

export const historyPaths: Readonly<Record<string, Schema>> = {
  '/api/search/': get('search', 'Find records, pages and tasks by their names', {
    parameters: [query('q', 'Search text.'), limit(20, 5)],
    responses: {
      '200': answers(
        'Results, best first. `limit` applies to the records of each entity.',
        object({
          records: listOf(found),
          pages: listOf(object({ id: text, label: text, route: text })),
          tasks: listOf(object({ name: text, label: text, route: text })),
          more: flag,
        }),
      ),
      ...problems('400', '404'),
    },
  }),
  '/api/history/{app}/{entity}/': {
    parameters: appAndEntity,
    ...get('history', 'List the history of a record, newest first', {
      parameters: [
        query('key', 'Key of the record, which may be deleted.', text, true),
        query('before', 'Value of `next` of the previous page.', integer),
        limit(500, 50),
      ],
      responses: {
        '200': answers(
          'Its changes.',
          object({ entries: listOf(object({ ...set, action, changes })), next: orNull('integer') }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/events/': get(
    'events',
    'What happens in scenarios, from a cursor on: as lines of JSON or server-sent events',
    {
      parameters: [
        query(
          'since',
          'Cursor of the last event that was read; `now` for what comes. Without it everything that is kept.',
        ),
        query('kinds', 'Some of changeset, task, plan, proposal, separated by commas.'),
        query('entity', 'Names of entities, separated by commas: changes of these alone.'),
        query(
          'scenario',
          'Names of scenarios, separated by commas, or `*` for all; without it that of the URL.',
        ),
        query('records', '1 = each change set after its records.', flag),
        query('follow', '1 = go on with what comes; the default for server-sent events.', flag),
      ],
      responses: {
        '200': {
          description: 'Events in the order of their transactions, each with its cursor.',
          content: {
            'application/x-ndjson': { schema: text },
            'text/event-stream': { schema: text },
          },
        },
        ...problems('400', '403', '404'),
        '410': { $ref: '#/components/responses/Expired' },
      },
    },
  ),
  '/api/audit/': get('audit', 'What was written in the scenario: one entry per request, file or dataset', {
    parameters: [
      query('user', 'Name or e-mail address of whoever wrote it.'),
      query('entity', 'Full name of an entity that was changed.'),
      query('channel', 'How it came in.'),
      query('after', 'Not before this moment.', moment),
      query('before', 'Not after this moment.', moment),
      query('cursor', 'Value of `next` of the previous page.', integer),
      limit(500, 50),
    ],
    responses: {
      '200': answers(
        'Newest first.',
        object({
          sets: listOf(
            object({
              ...set,
              undo: undoStanding,
              entities: listOf(
                object({
                  entity: text,
                  label: text,
                  route: text,
                  created: integer,
                  updated: integer,
                  deleted: integer,
                }),
              ),
            }),
          ),
          next: orNull('integer'),
        }),
      ),
      ...problems('400', '403', '404'),
    },
  }),
  '/api/audit/{changeset}/': {
    parameters: [inPath('changeset', 'Number of the entry.', integer)],
    ...get('change_set', 'The records that one entry of the audit changed', {
      parameters: [query('entity', 'Only records of this entity.'), limit(1000, 100)],
      responses: {
        '200': answers(
          'Records.',
          object({
            records: listOf(
              object({ entity: text, label: text, route: text, key: text, title: text, action, changes }),
            ),
            more: flag,
          }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/audit/{changeset}/undo/': {
    parameters: [inPath('changeset', 'Number of the entry.', integer)],
    ...get('check_undo', 'What undoing an entry of the audit would do, and what conflicts with it', {
      parameters: [take],
      responses: {
        '200': answers('Nothing is stored.', undoAnswer),
        ...problems('400', '403', '404', '409'),
      },
    }),
    post: operation('undo', 'Undo an entry of the audit, or propose to: its records become as they were', {
      parameters: [
        query('apply', 'Do it; without it the undo is stored as a proposal.', flag),
        query('submit', 'Whether the proposal is open for reviews at once.', flag),
        take,
      ],
      responses: {
        '200': answers('What was done.', undoAnswer),
        '201': answers(
          'The proposal that was stored.',
          object({
            proposal: integer,
            edits: integer,
            conflicts: listOf(undoConflict),
            conflict_count: integer,
          }),
        ),
        ...problems('400', '403', '404', '409'),
      },
    }),
  },
}
