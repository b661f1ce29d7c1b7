/** Operations of the OpenAPI document for second factors. */
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
  problems,
  takes,
  text,
  utc,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'
import { sessionTag } from './session-paths.ts'

const operation = operationsOf(sessionTag)
const own = takes(object({ password: means({ ...text, format: 'password' }, 'The own one.') }))
const codes = object({ recovery_codes: means(listOf(text), 'Shown once; each code can be used once.') })
const asked = object({ options: means(mapOf(anything), 'As WebAuthn has them, in JSON.'), state: text })
const signedIn = object({ username: text, second_factor: means(text, '`missing`: to be set up first.') }, [
  'second_factor',
])

export const factorPaths: Readonly<Record<string, Schema>> = {
  '/api/me/factors/': {
    get: operation('own_factors', 'List your second factors', {
      responses: {
        '200': answers(
          'What there is.',
          object({
            local: means(flag, 'The user signs in here with a password; others have no second factor here.'),
            required: means(flag, 'The settings require a second factor.'),
            totp: means(flag, 'Codes of an authenticator app are required.'),
            recovery_codes: means(integer, 'Number of unused codes.'),
            passkeys: listOf(object({ id: integer, name: text, created: utc, last_used: orNull('string') })),
          }),
        ),
        ...problems(),
      },
    }),
  },
  '/api/me/factors/totp/': {
    post: operation('offer_totp', 'Begin to set up an authenticator app', {
      requestBody: own,
      responses: {
        '200': answers(
          'The secret for the app, shown once.',
          object({ secret: text, uri: means(text, 'For a QR code.') }),
        ),
        ...problems('400', '403', '409'),
      },
    }),
    delete: operation('remove_totp', 'Remove the authenticator app', {
      requestBody: own,
      responses: { ...done('Removed.'), ...problems('400', '403', '404') },
    }),
  },
  '/api/me/factors/totp/confirm/': {
    post: operation(
      'confirm_totp',
      'Confirm the authenticator app with a first code; codes are required from then on',
      {
        requestBody: takes(object({ code: text })),
        responses: { '200': answers('Recovery codes.', codes), ...problems('400', '403') },
      },
    ),
  },
  '/api/me/factors/recovery/': {
    post: operation('renew_recovery_codes', 'Create new recovery codes; previous codes become invalid', {
      requestBody: own,
      responses: { '200': answers('Recovery codes.', codes), ...problems('400', '403', '409') },
    }),
  },
  '/api/me/factors/passkeys/options/': {
    post: operation('begin_passkey', 'Get the options with which a browser creates a passkey', {
      requestBody: own,
      responses: { '200': answers('For the browser.', asked), ...problems('400', '403', '409') },
    }),
  },
  '/api/me/factors/passkeys/': {
    post: operation('add_passkey', 'Add a passkey created by a browser', {
      requestBody: takes(object({ name: text, state: text, response: mapOf(anything) })),
      responses: {
        '201': answers('The passkey.', object({ id: integer, name: text })),
        ...problems('400', '403', '409'),
      },
    }),
  },
  '/api/me/factors/passkeys/{id}/': {
    parameters: [inPath('id', 'Number of the passkey.', integer)],
    patch: operation('rename_passkey', 'Rename a passkey', {
      requestBody: takes(object({ name: text })),
      responses: {
        '200': answers('The passkey.', object({ id: integer, name: text })),
        ...problems('400', '403', '404'),
      },
    }),
    delete: operation('remove_passkey', 'Remove a passkey', {
      responses: { ...done('Removed.'), ...problems('403', '404') },
    }),
  },
  '/api/access/users/{id}/factors/': {
    parameters: [inPath('id', 'Number of the user.', integer)],
    delete: operation('reset_factors', 'Remove the second factors of a user', {
      responses: { ...done('The user signs in with the password alone.'), ...problems('403', '404') },
    }),
  },
  '/api/signon/passkey/options/': {
    post: operation('begin_passkey_login', 'Get the options with which a browser signs in with a passkey', {
      security: [],
      responses: { '200': answers('For the browser.', asked), ...problems('409') },
    }),
  },
  '/api/signon/passkey/': {
    post: operation('passkey_login', 'Sign in with a passkey', {
      security: [],
      requestBody: takes(object({ state: text, response: mapOf(anything), remember: flag }, ['remember'])),
      responses: { '200': answers('Signed in; the response sets cookies.', signedIn), ...problems('400') },
    }),
  },
}
