/** Operations of the OpenAPI document for the own account, list views, and access to the service. */
import { noticeKinds } from '../../model/notice-kinds.ts'
import {
  answers,
  anything,
  appAndEntity,
  done,
  flag,
  inPath,
  integer,
  listOf,
  mapOf,
  means,
  object,
  operationsOf,
  orNull,
  password,
  problems,
  query,
  takes,
  text,
  utc,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'
import { sessionTag } from './session-paths.ts'

const operation = operationsOf(sessionTag)
const everybody: Schema = { security: [] }

const me = object({
  id: integer,
  username: text,
  language: means(text, 'In which the user is spoken to.'),
  via: means(text, 'How the user has signed in.'),
  read_only: means(flag, 'The key that signs in may only read.'),
  first_name: orNull('string'),
  last_name: orNull('string'),
  email: orNull('string'),
  stored_language: means(text, 'As chosen; `auto` = as the browser asks.'),
  theme: text,
  default_scenario: orNull('string'),
  preferences: means(mapOf(anything), 'What holds on every screen, by name.'),
  time_zone: means(text, 'IANA zone of moments that name none.'),
  scenarios: listOf(object({ name: text, label: text, superuser: flag, permissions: listOf(text) })),
})

const offer = {
  groups: means(
    listOf(text),
    'Groups to whose members a shared view is offered; everybody where there are none.',
  ),
  default: means(flag, 'Lists open with it for those to whom it is offered.'),
}
const view = object({ id: integer, name: text, shared: flag, ...offer, value: anything, editable: flag })
const viewContent = object({ name: text, shared: flag, value: anything }, ['shared', 'value'])

export const accountPaths: Readonly<Record<string, Schema>> = {
  '/api/me/': {
    get: operation('me', 'Who is signed in, with which rights and preferences', {
      responses: { '200': answers('The user.', me), ...problems() },
    }),
    patch: operation('change_me', 'Change the own account and preferences', {
      requestBody: takes(
        object(
          {
            first_name: text,
            last_name: text,
            language: text,
            default_scenario: orNull('string'),
            theme: text,
            preferences: means(mapOf(anything), 'Put beside those there are; null removes one.'),
          },
          ['first_name', 'last_name', 'language', 'default_scenario', 'theme', 'preferences'],
        ),
      ),
      responses: { '200': answers('The user.', me), ...problems('400', '403') },
    }),
  },
  '/api/me/password/': {
    post: operation('change_own_password', 'Change the own password', {
      description: 'Ends all sessions; that of the request is opened anew.',
      requestBody: takes(object({ old: password, new: password })),
      responses: { ...done('Changed.'), ...problems('400', '403') },
    }),
  },
  '/api/me/sessions/': {
    get: operation('own_sessions', 'The own sessions', {
      responses: {
        '200': answers(
          'Sessions, the last used first.',
          listOf(
            object({
              id: text,
              created: utc,
              last_seen: utc,
              expires: utc,
              address: orNull('string'),
              user_agent: orNull('string'),
              current: flag,
            }),
          ),
        ),
        ...problems(),
      },
    }),
    delete: operation('end_other_sessions', 'End all own sessions but that of the request', {
      responses: { '200': answers('How many were ended.', object({ ended: integer })), ...problems('403') },
    }),
  },
  '/api/me/sessions/{id}/': {
    parameters: [inPath('id', 'As listed.')],
    delete: operation('end_session', 'End one own session', {
      responses: { ...done('Ended.'), ...problems('403', '404') },
    }),
  },
  '/api/me/preferences/': {
    get: operation('remembered', 'What screens remember of the user, by name', {
      parameters: [query('prefix', 'Only names that begin with it.')],
      responses: { '200': answers('Values by name.', mapOf(anything)), ...problems() },
    }),
  },
  '/api/me/preferences/{name}/': {
    parameters: [inPath('name', 'Such as `grid:input.demand`.')],
    get: operation('read_remembered', 'One remembered value', {
      responses: { '200': answers('The value, null when there is none.', anything), ...problems('400') },
    }),
    put: operation('remember', 'Remember a value', {
      requestBody: takes(anything),
      responses: { '200': answers('The value.', anything), ...problems('400', '403') },
    }),
    delete: operation('forget', 'Forget a value', {
      responses: { ...done('Forgotten.'), ...problems('400', '403') },
    }),
  },
  '/api/inbox/': {
    get: operation(
      'inbox',
      'How the own tasks have ended, what is new of followed records and of proposals, and notices, latest first',
      {
        parameters: [
          query('unread', '1 = only what has not been read.', flag),
          query('cursor', 'As `next` of the page before.'),
          query('limit', 'At most so many.', { ...integer, minimum: 1, maximum: 200, default: 50 }),
        ],
        responses: {
          '200': answers(
            'The inbox. Tasks have a number, a name and a status; proposals a number, a title and an event; notices of webhooks and releases a title; news of followed records have the rest.',
            object({
              unread: integer,
              items: listOf(
                object(
                  {
                    id: text,
                    kind: {
                      ...text,
                      enum: [
                        'task',
                        'comment',
                        'mention',
                        'add',
                        'change',
                        'delete',
                        'proposal',
                        'plan',
                        ...noticeKinds,
                      ],
                    },
                    route: text,
                    task: integer,
                    proposal: integer,
                    event: text,
                    name: text,
                    status: text,
                    entity: text,
                    label: text,
                    key: text,
                    title: text,
                    user: orNull('string'),
                    fields: listOf(text),
                    total: means(integer, 'Followed records that a plan changed; `changes` are the first.'),
                    changes: listOf(
                      object({ entity: text, key: text, route: text, before: anything, after: anything }),
                    ),
                    text: orNull('string'),
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
                  ],
                ),
              ),
              next: orNull('string'),
            }),
          ),
          ...problems('400'),
        },
      },
    ),
  },
  '/api/inbox/read/': {
    post: operation('mark_read', 'Mark items of the inbox as read', {
      requestBody: takes(object({ ids: listOf(text), all: flag }, ['ids', 'all'])),
      responses: { '200': answers('What is left.', object({ unread: integer })), ...problems('400', '403') },
    }),
  },
  '/api/views/{app}/{entity}/': {
    parameters: appAndEntity,
    get: operation('views', 'Saved views of a list: the own ones and the shared ones', {
      responses: { '200': answers('The views.', listOf(view)), ...problems('403', '404') },
    }),
    post: operation('add_view', 'Save a view of a list', {
      requestBody: takes(viewContent),
      responses: { '201': answers('The view.', view), ...problems('400', '403', '404', '409') },
    }),
  },
  '/api/views/{app}/{entity}/{id}/': {
    parameters: [...appAndEntity, inPath('id', 'Number of the view.', integer)],
    patch: operation('change_view', 'Change a saved view', {
      requestBody: takes(viewContent),
      responses: { '200': answers('The view.', view), ...problems('400', '403', '404', '409') },
    }),
    delete: operation('delete_view', 'Delete a saved view', {
      responses: { ...done('Deleted.'), ...problems('403', '404') },
    }),
  },
  '/api/signon/': {
    get: operation('sign_on_providers', 'Providers through which users sign in', {
      ...everybody,
      responses: {
        '200': answers(
          'The providers.',
          object({ providers: listOf(object({ name: text, title: text, url: text })) }),
        ),
      },
    }),
  },
  '/login/{provider}/': {
    parameters: [inPath('provider', 'Name of the provider in the settings.')],
    get: operation('sign_on', 'Go to a provider to sign in', {
      ...everybody,
      responses: { '302': { description: 'To the provider.' }, ...problems('404') },
    }),
  },
  '/login/{provider}/callback/': {
    parameters: [inPath('provider', 'Name of the provider in the settings.')],
    get: operation('sign_on_callback', 'Come back from a provider', {
      ...everybody,
      responses: {
        '302': { description: 'To the screens, with cookies, or back to the page for signing in.' },
      },
    }),
  },
  '/api/setup/': {
    get: operation('setup_state', 'Whether the first user is still to be made', {
      ...everybody,
      responses: { '200': answers('The state.', object({ needed: flag, languages: listOf(text) })) },
    }),
    post: operation('set_up', 'Make the first user, who may do everything, and sign in', {
      ...everybody,
      requestBody: takes(
        object({ username: text, password, email: text, language: text }, ['email', 'language']),
      ),
      responses: {
        '201': answers('Made; the answer sets cookies.', object({ username: text })),
        ...problems('400', '409'),
      },
    }),
  },
  '/api/reset/{token}/': {
    parameters: [inPath('token', 'Of the link.')],
    get: operation('reset_state', 'Whether a link for a new password is good', {
      ...everybody,
      responses: { '200': answers('The state.', object({ valid: flag, username: text }, ['username'])) },
    }),
    post: operation('reset_password', 'Take a new password by a link, once', {
      ...everybody,
      requestBody: takes(object({ password })),
      responses: { ...done('Changed.'), ...problems('400', '404') },
    }),
  },
  '/api/access/users/': {
    get: operation('users_everywhere', 'Users with their standing in every scenario that one administers', {
      responses: {
        '200': answers(
          'Users by name.',
          object({
            scenarios: listOf(text),
            users: listOf(
              object({
                id: integer,
                username: text,
                first_name: orNull('string'),
                last_name: orNull('string'),
                email: orNull('string'),
                language: text,
                last_login: orNull('string'),
                date_joined: text,
                has_password: flag,
                has_second_factor: flag,
                scenarios: mapOf(
                  object({ active: flag, superuser: flag, groups: listOf(text), permissions: listOf(text) }),
                ),
              }),
            ),
          }),
        ),
        ...problems('403', '404'),
      },
    }),
  },
  '/api/access/rights/': {
    get: operation('rights', 'The rights that can be given, grouped for choosing', {
      responses: {
        '200': answers(
          'Rights. `held` tells which ones the user has, and so may give.',
          object({
            entities: listOf(
              object({
                entity: text,
                label: text,
                group: text,
                rights: mapOf(object({ right: text, held: flag })),
              }),
            ),
            tasks: listOf(object({ right: text, task: text, label: text, group: text, held: flag })),
            others: listOf(object({ right: text, label: text, held: flag })),
            presets: listOf(object({ name: text, permissions: listOf(text) })),
          }),
        ),
        ...problems('403', '404'),
      },
    }),
  },
  '/api/access/users/{id}/reset/': {
    parameters: [inPath('id', 'Number of the user.', integer)],
    post: operation('create_reset', 'Make a link by which a user takes a new password', {
      description: 'Good once and for a day. An earlier link of the user is good no longer.',
      responses: {
        '201': answers('The link, shown once.', object({ token: text, path: text, url: text, expires: utc })),
        ...problems('403', '404'),
      },
    }),
  },
}
