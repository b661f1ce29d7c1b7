/** Endpoints of the change history: search, the history of a record, the audit trail, undo and events. */
import {
  answers,
  answersIn,
  defineEndpoints,
  entityPath,
  jsonLines,
  needed,
  optional,
  otherwise,
  pageCursor,
  pageLimit,
} from './endpoint.ts'
import { leftOutFields } from './left-out-records.ts'
import { changeSetFields, proposalTitle, recordName, undoConflict } from './record-parts.ts'
import {
  anyKey,
  anything,
  either,
  flag,
  integer,
  limited,
  lineOfText,
  listOf,
  mapOf,
  means,
  moment,
  nullable,
  object,
  oneOf,
  text,
} from './schemas.ts'
import { maxTextLength, maxTitleLength } from '../model/proposals.ts'
import { securityEvents } from '../model/security-events.ts'
import { screensTag as tag, sessionTag } from './tags.ts'

/** Numbers of records that were written, by entity. */
export const countsByEntity = listOf(
  object(
    {
      entity: text,
      label: text,
      route: text,
      created: integer,
      updated: integer,
      deleted: integer,
      computed: means(flag, 'Whether planning wrote them, not a user or a program.'),
    },
    ['computed'],
  ),
)
const task = means(nullable(integer), 'Number of the run of the task that wrote it.')
const changes = means(
  nullable(mapOf(anything)),
  'Field → [old, new]; of a deleted record field → value; null for an added one.',
)
const action = oneOf(['add', 'change', 'delete'])

const undoFields = {
  changeset: means(nullable(integer), 'The entry that undoes it; null if nothing was stored.'),
  edits: integer,
  actions: listOf(
    object({
      entity: text,
      label: text,
      route: text,
      kind: oneOf(['remove', 'restore', 'revert', 'replace']),
      records: integer,
    }),
  ),
  records: means(
    listOf(object({ ...recordName, action, changes })),
    'The first records that change, with their values.',
  ),
  conflicts: listOf(undoConflict),
  conflict_count: integer,
  lost: means(
    listOf(object({ entity: text, field: text })),
    'Fields that no longer exist; their previous values cannot be restored.',
  ),
  ...leftOutFields,
}
const obstacle = oneOf(['replaced', 'counts', 'plan', 'shared', 'unknown'])
const changeset = { changeset: needed('Number of the entry.', integer) }
const created = optional(
  'Time of the entry, as the audit returns it. Without it, an entry is unknown if data that was replaced since had another entry with the number.',
  text,
)
/** Which change sets: of the audit, and to undo together. */
const criteria = {
  user: optional('Name or e-mail address of the user.', text),
  entity: optional('Full name of an entity that was changed.', text),
  channel: optional('How it came in.', text),
  task: optional('Number of the run of the task that wrote it.', integer),
  after: optional('Not before this moment.', moment),
  before: optional('Not after this moment.', moment),
  remedy_of: optional('Sales order: only accepted remedies for it.', text),
}
const severalQuery = {
  ...criteria,
  through: optional(
    'Only entries up to this number, such as the `newest` of the preview: later ones stay as they are.',
    integer,
  ),
}
const several = {
  sets: means(integer, 'Number of entries that are undone together.'),
  newest: means(nullable(integer), 'The newest of them.'),
  left_out: means(
    listOf(object({ changeset: integer, obstacle })),
    'The first matching entries that cannot be undone; they stay as they are.',
  ),
  left_out_count: integer,
}
const apply = otherwise('Do it; without it the undo is stored as a proposal.', flag, false)
const submit = otherwise('Whether the proposal is open for reviews at once.', flag, false)
const proposalText = {
  submit,
  title: optional(
    'Title of the proposal; by default it names what is undone.',
    limited(lineOfText, { minLength: 1, maxLength: maxTitleLength }),
  ),
  description: otherwise('Reason of the proposal.', limited(text, { maxLength: maxTextLength }), ''),
}
const undoProposal = {
  proposal: integer,
  edits: integer,
  conflicts: listOf(undoConflict),
  conflict_count: integer,
  ...leftOutFields,
}
const take = optional(
  'How to resolve conflicts: `present` keeps later values, `proposed` overwrites them.',
  oneOf(['present', 'proposed']),
)

export const historyEndpoints = defineEndpoints({
  'GET /api/search/': {
    id: 'search',
    tag,
    summary: 'Find records, pages and tasks by their names',
    query: { q: optional('Search text.', text), limit: pageLimit(20, 5) },
    answers: {
      200: answers(
        'Results, best first. `limit` applies to the records of each entity.',
        object({
          records: listOf(
            object({
              entity: text,
              entity_label: text,
              key: anyKey,
              label: text,
              description: nullable(text),
              rank: integer,
              url: text,
              route: text,
            }),
          ),
          pages: listOf(object({ id: text, label: text, route: text })),
          tasks: listOf(object({ name: text, label: text, route: text })),
          more: flag,
        }),
      ),
    },
  },
  'GET /api/history/{app}/{entity}/': {
    id: 'history',
    tag,
    summary: 'List the history of a record, newest first',
    path: entityPath,
    query: {
      key: needed('Key of the record, which may be deleted.', text),
      before: optional('Value of `next` of the previous page.', integer),
      limit: pageLimit(500, 50),
    },
    answers: {
      200: answers(
        'Its changes.',
        object({
          entries: listOf(
            object({
              ...changeSetFields,
              undone_by: means(nullable(integer), 'Change set that undid it; null if none does.'),
              action,
              changes,
            }),
          ),
          next: nullable(integer),
        }),
      ),
    },
  },
  'GET /api/events/': {
    id: 'events',
    tag,
    summary: 'What happens in scenarios, from a cursor on: as lines of JSON or server-sent events',
    query: {
      since: optional(
        'Cursor of the last event that was read; `now` for what comes. Without it everything that is kept.',
        text,
      ),
      kinds: optional('Some of changeset, task, plan, proposal, separated by commas.', text),
      entity: optional('Names of entities, separated by commas: changes of these alone.', text),
      scenario: optional(
        'Names of scenarios, separated by commas, or `*` for all; without it that of the URL.',
        text,
      ),
      records: otherwise('1 = each change set after its records.', flag, false),
      follow: optional('1 = go on with what comes; the default for server-sent events.', flag),
    },
    answers: {
      200: answersIn(
        jsonLines,
        'Events in the order of their transactions, each with its cursor.',
        'text/event-stream',
      ),
    },
    errors: ['410'],
  },
  'GET /api/audit/': {
    id: 'audit',
    tag,
    summary: 'What was written in the scenario: one entry per request, file or dataset',
    query: {
      ...criteria,
      cursor: pageCursor,
      limit: pageLimit(500, 50),
    },
    answers: {
      200: answers(
        'Newest first.',
        object({
          sets: listOf(
            object({
              ...changeSetFields,
              title: proposalTitle,
              task,
              replacement: means(
                nullable(
                  object({
                    kind: oneOf(['copy', 'promote', 'revert', 'redo', 'restore']),
                    source: nullable(text),
                  }),
                ),
                'The operation that replaced all data of the scenario; null for other entries.',
              ),
              undo: object({
                obstacle: means(nullable(obstacle), 'Obstacle to undo; null if it can be undone.'),
                by: means(nullable(integer), 'The entry that undid it.'),
                of: means(nullable(integer), 'The entry that it undoes, if it is one.'),
                count: means(integer, 'Number of entries that it undoes.'),
              }),
              entities: countsByEntity,
            }),
          ),
          next: nullable(integer),
        }),
      ),
    },
  },
  'GET /api/audit/export/': {
    id: 'export_accounts',
    tag: sessionTag,
    summary: 'Export account events as lines of JSON',
    access: { ofUser: true, administrator: true },
    query: {
      since: optional('Only events after this cursor.', text),
      limit: otherwise(
        'Maximum number of events.',
        limited(integer, { minimum: 1, maximum: 100_000 }),
        10_000,
      ),
    },
    answers: {
      200: answersIn(
        jsonLines,
        'One object per line; the last one contains the cursor for the next request.',
      ),
    },
    errors: ['410'],
  },
  'GET /api/audit/accounts/': {
    id: 'list_account_events',
    tag: sessionTag,
    summary: 'The account log: sign-ins, failures, second factors, and changes of rights',
    access: { ofUser: true, administrator: true },
    query: {
      user: optional('Name of the affected user, or of the user who caused the event.', text),
      event: optional('Only events of this kind.', oneOf([...securityEvents])),
      after: optional('Only events at or after this time.', text),
      before: optional('Only events before this time.', text),
      cursor: pageCursor,
      limit: pageLimit(500, 50),
    },
    answers: {
      200: answers(
        'Newest first.',
        object({
          events: listOf(
            object({
              id: integer,
              created: moment,
              event: text,
              username: means(nullable(text), 'The affected user.'),
              actor: means(nullable(text), 'The user who caused the event, if it is another user.'),
              command: means(flag, 'Whether the command line caused the event.'),
              address: means(nullable(text), 'Network address of the user.'),
              details: means(
                nullable(mapOf(anything)),
                'For instance `reason` of a failure, `by` of a sign-in, or `scenario` and `rights` of a change of rights.',
              ),
            }),
          ),
          next: nullable(integer),
        }),
      ),
    },
  },
  'GET /api/audit/undo/': {
    id: 'check_undo_of_several',
    tag,
    summary: 'Preview the undo of several entries of the audit: all since a time, of a user, of a task',
    query: { ...severalQuery, take },
    answers: { 200: answers('Nothing is stored.', object({ ...undoFields, ...several })) },
  },
  'POST /api/audit/undo/': {
    id: 'undo_several',
    tag,
    summary: 'Undo several entries of the audit together, or propose to',
    query: { ...severalQuery, apply, ...proposalText, take },
    answers: {
      200: answers('What was done, in one new entry.', object({ ...undoFields, ...several })),
      201: answers('The proposal that was stored.', object({ ...undoProposal, ...several })),
      409: answers(
        'Nothing was stored: values were changed later, or there are too many entries.',
        either(object({ detail: text, ...undoFields, ...several }), object({ detail: text })),
      ),
    },
  },
  'GET /api/audit/{changeset}/': {
    id: 'change_set',
    tag,
    summary: 'The records that one entry of the audit changed',
    path: changeset,
    query: { entity: optional('Only records of this entity.', text), limit: pageLimit(1_000, 100) },
    answers: {
      200: answers(
        'Records.',
        object({ records: listOf(object({ ...recordName, action, changes })), more: flag }),
      ),
    },
  },
  'GET /api/audit/{changeset}/undo/': {
    id: 'check_undo',
    tag,
    summary: 'Preview the undo of an entry of the audit, with its conflicts',
    path: changeset,
    query: { created, take },
    answers: { 200: answers('Nothing is stored.', object(undoFields)) },
  },
  'POST /api/audit/{changeset}/undo/': {
    id: 'undo',
    tag,
    summary: 'Undo an entry of the audit, or propose to: its records become as they were',
    path: changeset,
    query: {
      created,
      apply,
      ...proposalText,
      take,
    },
    answers: {
      200: answers('What was done.', object(undoFields)),
      201: answers('The proposal that was stored.', object(undoProposal)),
      409: answers(
        'Nothing was stored: values were changed later.',
        either(object({ detail: text, ...undoFields }), object({ detail: text })),
      ),
    },
  },
})
