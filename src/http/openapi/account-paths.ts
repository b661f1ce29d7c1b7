/** Operations of the OpenAPI document for the own account, list views, and access to the service. */
import { sessionTag } from '../../contract/tags.ts'
import {
  answers,
  anything,
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
  takes,
  text,
  utc,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const operation = operationsOf(sessionTag)
const everybody: Schema = { security: [] }

const me = object({
  id: integer,
  username: text,
  language: means(text, 'Language of the user interface.'),
  via: means(text, 'Sign-in method of the user.'),
  read_only: means(flag, 'The API key of the request is read-only.'),
  first_name: orNull('string'),
  last_name: orNull('string'),
  email: orNull('string'),
  stored_language: means(text, 'Selected language; `auto` = language of the browser.'),
  theme: text,
  default_scenario: orNull('string'),
  preferences: means(mapOf(anything), 'Preferences for all screens, by name.'),
  time_zone: means(text, 'IANA time zone of times without an offset.'),
  scenarios: listOf(object({ name: text, label: text, superuser: flag, permissions: listOf(text) })),
})

export const accountPaths: Readonly<Record<string, Schema>> = {
  '/api/me/': {
    get: operation('me', 'Get the signed-in user with rights and preferences', {
      responses: { '200': answers('The user.', me), ...problems() },
    }),
    patch: operation('change_me', 'Update your account and preferences', {
      requestBody: takes(
        object(
          {
            first_name: text,
            last_name: text,
            language: text,
            default_scenario: orNull('string'),
            theme: text,
            preferences: means(mapOf(anything), 'Merged with the existing preferences; null removes one.'),
          },
          ['first_name', 'last_name', 'language', 'default_scenario', 'theme', 'preferences'],
        ),
      ),
      responses: { '200': answers('The user.', me), ...problems('400', '403') },
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
    get: operation('sign_on', 'Redirect to a provider to sign in', {
      ...everybody,
      responses: { '302': { description: 'Redirect to the provider.' }, ...problems('404') },
    }),
  },
  '/login/{provider}/callback/': {
    parameters: [inPath('provider', 'Name of the provider in the settings.')],
    get: operation('sign_on_callback', 'Handle the callback of a provider', {
      ...everybody,
      responses: {
        '302': { description: 'Redirect to the application with cookies, or to the sign-in page.' },
      },
    }),
  },
  '/api/setup/': {
    get: operation('setup_state', 'Check whether the first user must still be created', {
      ...everybody,
      responses: { '200': answers('The state.', object({ needed: flag, languages: listOf(text) })) },
    }),
    post: operation('set_up', 'Create the first user, with all rights, and sign in', {
      ...everybody,
      requestBody: takes(
        object({ username: text, password, email: text, language: text }, ['email', 'language']),
      ),
      responses: {
        '201': answers('Created; the response sets cookies.', object({ username: text })),
        ...problems('400', '409'),
      },
    }),
  },
  '/api/reset/{token}/': {
    parameters: [inPath('token', 'Of the link.')],
    get: operation('reset_state', 'Check whether a password reset link is valid', {
      ...everybody,
      responses: { '200': answers('The state.', object({ valid: flag, username: text }, ['username'])) },
    }),
    post: operation('reset_password', 'Set a new password by a single-use link', {
      ...everybody,
      requestBody: takes(object({ password })),
      responses: { ...done('Changed.'), ...problems('400', '404') },
    }),
  },
  '/api/access/users/': {
    get: operation('users_everywhere', 'List users with their roles in every scenario that you administer', {
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
    get: operation('rights', 'List the rights that can be granted, in groups', {
      responses: {
        '200': answers(
          'Rights. `held` lists those that the user has and can therefore grant.',
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
    post: operation('create_reset', 'Create a password reset link for a user', {
      description: 'The link is valid once and for one day. Earlier links of the user become invalid.',
      responses: {
        '201': answers('The link, shown once.', object({ token: text, path: text, url: text, expires: utc })),
        ...problems('403', '404'),
      },
    }),
  },
}
