/** Endpoints of the own account: password, sessions, second factors, stored values and views of lists. */
import { answers, defineEndpoints, done, entityPath, needed, optional } from './endpoint.ts'
import { sessionTag as tag } from './tags.ts'
import {
  anything,
  flag,
  integer,
  limited,
  lineOfText,
  listOf,
  mapOf,
  means,
  nullable,
  object,
  password,
  record,
  text,
  utc,
  type ValueOf,
} from './schemas.ts'

const access = { ofUser: true } as const

const secret = limited(password, { minLength: 1 })
const name = limited(text, { minLength: 1 })
const passkeyName = limited(lineOfText, { minLength: 1 })
const own = object({ password: means(secret, 'The own one.') })
const codes = {
  200: answers(
    'Recovery codes.',
    object({ recovery_codes: means(listOf(text), 'Shown once; each code can be used once.') }),
  ),
}
const passkey = object({ id: integer, name: text })
const passkeyId = { id: needed('Number of the passkey.', integer) }
const valueName = { name: needed('Such as `grid:input.demand`.', text) }

const me = object({
  id: integer,
  username: text,
  language: means(text, 'Language of the user interface.'),
  via: means(text, 'Sign-in method of the user.'),
  read_only: means(flag, 'The API key of the request is read-only.'),
  first_name: nullable(text),
  last_name: nullable(text),
  email: nullable(text),
  stored_language: means(text, 'Selected language; `auto` = language of the browser.'),
  theme: text,
  default_scenario: nullable(text),
  preferences: means(mapOf(anything), 'Preferences for all screens, by name.'),
  time_zone: means(text, 'IANA time zone of times without an offset.'),
  scenarios: listOf(object({ name: text, label: text, superuser: flag, permissions: listOf(text) })),
})
export type Me = ValueOf<typeof me>

const ownFields = {
  first_name: nullable(text),
  last_name: nullable(text),
  language: nullable(text),
  default_scenario: nullable(text),
  theme: nullable(text),
}
const changes = {
  ...ownFields,
  preferences: means(mapOf(anything), 'Merged with the existing preferences; null removes one.'),
}

const viewName = limited(lineOfText, { minLength: 1, maxLength: 200 })
const offer = {
  groups: means(
    limited(listOf(text), { maxItems: 100 }),
    'Groups whose members see a shared view; all users if empty.',
  ),
  default: means(flag, 'Lists open with this view for the users who see it.'),
}
const view = object({ id: integer, name: text, shared: flag, ...offer, value: anything, editable: flag })
const viewFields = { name: viewName, shared: flag, ...offer, value: anything }
const viewPath = { ...entityPath, id: needed('Number of the view.', integer) }

export const accountEndpoints = defineEndpoints({
  'GET /api/me/': {
    id: 'me',
    tag,
    summary: 'Get the signed-in user with rights and preferences',
    access,
    answers: { 200: answers('The user.', me) },
  },
  'PATCH /api/me/': {
    id: 'change_me',
    tag,
    summary: 'Update your account and preferences',
    access,
    body: object(changes, [
      'first_name',
      'last_name',
      'language',
      'default_scenario',
      'theme',
      'preferences',
    ]),
    answers: { 200: answers('The user.', me) },
  },
  'POST /api/me/password/': {
    id: 'change_own_password',
    tag,
    summary: 'Change your password',
    description: 'Ends all sessions; the session of the request is renewed.',
    access,
    body: object({ old: secret, new: secret }),
    answers: done('Changed.'),
  },
  'GET /api/me/sessions/': {
    id: 'own_sessions',
    tag,
    summary: 'List your sessions',
    access,
    answers: {
      200: answers(
        'Sessions, most recently used first.',
        listOf(
          object({
            id: text,
            created: utc,
            last_seen: utc,
            expires: utc,
            address: nullable(text),
            user_agent: nullable(text),
            current: flag,
          }),
        ),
      ),
    },
  },
  'DELETE /api/me/sessions/': {
    id: 'end_other_sessions',
    tag,
    summary: 'End all your sessions except that of the request',
    access,
    answers: { 200: answers('Number of ended sessions.', object({ ended: integer })) },
  },
  'DELETE /api/me/sessions/{id}/': {
    id: 'end_session',
    tag,
    summary: 'End one of your sessions',
    access,
    path: { id: needed('Identifier from the list.', text) },
    answers: done('Ended.'),
  },
  'GET /api/me/factors/': {
    id: 'own_factors',
    tag,
    summary: 'List your second factors',
    access,
    answers: {
      200: answers(
        'What there is.',
        object({
          local: means(flag, 'The user signs in here with a password; others have no second factor here.'),
          required: means(flag, 'The settings require a second factor.'),
          totp: means(flag, 'Codes of an authenticator app are required.'),
          recovery_codes: means(integer, 'Number of unused codes.'),
          passkeys: listOf(object({ id: integer, name: text, created: utc, last_used: nullable(text) })),
        }),
      ),
    },
  },
  'POST /api/me/factors/totp/': {
    id: 'offer_totp',
    tag,
    summary: 'Begin to set up an authenticator app',
    access,
    body: own,
    answers: {
      200: answers(
        'The secret for the app, shown once.',
        object({ secret: text, uri: means(text, 'For a QR code.') }),
      ),
    },
    errors: ['409'],
  },
  'DELETE /api/me/factors/totp/': {
    id: 'remove_totp',
    tag,
    summary: 'Remove the authenticator app',
    access,
    body: own,
    answers: done('Removed.'),
    errors: ['404'],
  },
  'POST /api/me/factors/totp/confirm/': {
    id: 'confirm_totp',
    tag,
    summary: 'Confirm the authenticator app with a first code; codes are required from then on',
    access,
    body: object({ code: name }),
    answers: codes,
  },
  'POST /api/me/factors/recovery/': {
    id: 'renew_recovery_codes',
    tag,
    summary: 'Create new recovery codes; previous codes become invalid',
    access,
    body: own,
    answers: codes,
    errors: ['409'],
  },
  'POST /api/me/factors/passkeys/options/': {
    id: 'begin_passkey',
    tag,
    summary: 'Get the options with which a browser creates a passkey',
    access,
    body: own,
    answers: {
      200: answers(
        'For the browser.',
        object({ options: means(record, 'As WebAuthn has them, in JSON.'), state: text }),
      ),
    },
    errors: ['409'],
  },
  'POST /api/me/factors/passkeys/': {
    id: 'add_passkey',
    tag,
    summary: 'Add a passkey created by a browser',
    access,
    body: object({ name: passkeyName, state: name, response: anything }, ['response']),
    answers: { 201: answers('The passkey.', passkey) },
    errors: ['409'],
  },
  'PATCH /api/me/factors/passkeys/{id}/': {
    id: 'rename_passkey',
    tag,
    summary: 'Rename a passkey',
    access,
    path: passkeyId,
    body: object({ name: passkeyName }),
    answers: { 200: answers('The passkey.', passkey) },
  },
  'DELETE /api/me/factors/passkeys/{id}/': {
    id: 'remove_passkey',
    tag,
    summary: 'Remove a passkey',
    access,
    path: passkeyId,
    body: own,
    answers: done('Removed.'),
    errors: ['409'],
  },
  'GET /api/me/preferences/': {
    id: 'remembered',
    tag,
    summary: 'List stored values of the user interface, by name',
    access,
    query: { prefix: optional('Only names with this prefix.', text) },
    answers: { 200: answers('Values by name.', mapOf(anything)) },
  },
  'GET /api/me/preferences/{name}/': {
    id: 'read_remembered',
    tag,
    summary: 'Get a stored value',
    access,
    path: valueName,
    answers: { 200: answers('The value, or null if there is none.', anything) },
  },
  'PUT /api/me/preferences/{name}/': {
    id: 'remember',
    tag,
    summary: 'Store a value',
    access,
    path: valueName,
    body: anything,
    answers: { 200: answers('The value.', anything) },
  },
  'DELETE /api/me/preferences/{name}/': {
    id: 'forget',
    tag,
    summary: 'Delete a value',
    access,
    path: valueName,
    answers: done('Forgotten.'),
  },
  'GET /api/views/{app}/{entity}/': {
    id: 'views',
    tag,
    summary: 'List saved views of a list, your own and shared ones',
    path: entityPath,
    answers: { 200: answers('The views.', listOf(view)) },
  },
  'POST /api/views/{app}/{entity}/': {
    id: 'add_view',
    tag,
    summary: 'Save a view of a list',
    path: entityPath,
    body: object(viewFields, ['shared', 'groups', 'default', 'value']),
    answers: { 201: answers('The view.', view) },
  },
  'PATCH /api/views/{app}/{entity}/{id}/': {
    id: 'change_view',
    tag,
    summary: 'Change a saved view',
    path: viewPath,
    body: object(viewFields, ['name', 'shared', 'groups', 'default', 'value']),
    answers: { 200: answers('The view.', view) },
  },
  'DELETE /api/views/{app}/{entity}/{id}/': {
    id: 'delete_view',
    tag,
    summary: 'Delete a saved view',
    path: viewPath,
    answers: done('Deleted.'),
  },
})
