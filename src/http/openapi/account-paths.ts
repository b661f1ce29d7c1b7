/** Operations of the OpenAPI document for the own account, list views, and access to the service. */
import { sessionTag } from '../../contract/tags.ts'
import {
  answers,
  done,
  flag,
  inPath,
  listOf,
  object,
  operationsOf,
  password,
  problems,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const operation = operationsOf(sessionTag)
const everybody: Schema = { security: [] }

export const accountPaths: Readonly<Record<string, Schema>> = {
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
}
