/** Endpoints of the inbox: news of tasks, followed records and proposals, and notices. */
import { exceptionKinds } from '../model/exception-kinds.ts'
import { inboxKinds } from '../model/notice-kinds.ts'
import { answers, defineEndpoints, optional, otherwise, pageLimit } from './endpoint.ts'
import { flag, integer, listOf, means, nullable, number, object, oneKeyOf, oneOf, text } from './schemas.ts'
import { sessionTag as tag } from './tags.ts'

const access = { ofUser: true } as const
const planned = nullable(
  object(
    {
      start: nullable(text),
      end: nullable(text),
      quantity: nullable(number),
      delay: means(nullable(number), 'Seconds.'),
      late: nullable(number),
    },
    ['start', 'end', 'quantity', 'delay', 'late'],
  ),
)
const item = object(
  {
    id: text,
    kind: oneOf(inboxKinds),
    route: means(text, 'In the web UI: below the scenario, or whole where it begins with `/app/`.'),
    task: integer,
    proposal: integer,
    event: text,
    name: text,
    status: text,
    entity: text,
    label: text,
    key: text,
    title: text,
    user: nullable(text),
    fields: means(listOf(text), 'Labels of the changed fields.'),
    total: means(
      integer,
      'Followed records that a plan changed, or new exceptions on them; `changes` are the first.',
    ),
    changes: listOf(
      object(
        {
          entity: text,
          key: text,
          route: text,
          before: planned,
          after: planned,
          exception: means(oneKeyOf(exceptionKinds), 'Kind of a new exception on the record.'),
        },
        ['exception'],
      ),
    ),
    text: nullable(text),
    scenario: text,
    created: text,
    read: flag,
  },
  [
    'task',
    'proposal',
    'event',
    'name',
    'status',
    'entity',
    'label',
    'key',
    'title',
    'user',
    'fields',
    'total',
    'changes',
    'route',
    'text',
  ],
)

export const inboxEndpoints = defineEndpoints({
  'GET /api/inbox/': {
    id: 'inbox',
    tag,
    summary:
      'List inbox items: results of your tasks, news of followed records and of proposals, and notices, newest first',
    access,
    query: {
      unread: otherwise('1 = only unread items.', flag, false),
      cursor: optional('Value of `next` of the previous page.', text),
      limit: pageLimit(200, 50),
    },
    answers: {
      200: answers(
        'The inbox. Tasks have a number, a name and a status; proposals a number, a title and an event; notices of webhooks and releases a title; news of followed records have the rest.',
        object({
          unread: integer,
          items: listOf(item),
          next: nullable(text),
          unavailable: means(
            listOf(text),
            'Scenarios whose news are missing, because their database server cannot be reached.',
          ),
        }),
      ),
    },
  },
  'POST /api/inbox/read/': {
    id: 'mark_read',
    tag,
    summary: 'Mark items of the inbox as read',
    access,
    body: object({ ids: listOf(text), all: flag }, ['ids', 'all']),
    answers: { 200: answers('Remaining unread items.', object({ unread: integer })) },
  },
})
