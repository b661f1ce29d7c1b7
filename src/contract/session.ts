/** Endpoints of signing in and out, of the first user, and of links that reset a password. */
import { answers, defineEndpoints, done, needed, optional } from './endpoint.ts'
import { flag, limited, listOf, means, object, password, record, type Schema, text } from './schemas.ts'
import { sessionTag as tag } from './tags.ts'

const access = { everybody: true } as const
const filled = (schema: Schema<string>): Schema<string> => limited(schema, { minLength: 1 })
const provider = { provider: needed('Name of the provider in the settings.', text) }
const token = { token: needed('Token of the link.', text) }

const signedIn = answers(
  'Signed in; the response sets cookies.',
  object({ username: text, second_factor: means(text, '`missing`: the session can only set one up.') }, [
    'second_factor',
  ]),
)
const refused = object({ detail: text, code: listOf(text) }, ['detail', 'code'])
const remember = means(limited(flag, { default: true }), 'Stay signed in when the browser is closed.')

export const sessionEndpoints = defineEndpoints({
  'POST /login/': {
    id: 'login',
    tag,
    summary: 'Sign in with a cookie',
    access,
    body: object(
      {
        username: means(text, 'User name or e-mail address.'),
        password,
        code: means(text, 'Code of the second factor, or a recovery code, if required.'),
        remember,
      },
      ['code', 'remember'],
    ),
    takesForms: true,
    // Scripts send the form of the page to its own address, which has `next`.
    takesForeignParameters: true,
    answers: {
      200: signedIn,
      401: answers(
        'The credentials are wrong, or the code of the second factor is missing or wrong.',
        refused,
      ),
    },
    errors: ['429'],
  },
  'POST /logout/': {
    id: 'logout',
    tag,
    summary: 'End the session',
    answers: {
      200: answers('Signed out; the address signs out of the provider too.', object({ redirect: text })),
      ...done('Signed out.'),
    },
  },
  'GET /api/signon/': {
    id: 'sign_on_providers',
    tag,
    summary: 'List the providers through which users sign in',
    access,
    answers: {
      200: answers(
        'The providers.',
        object({ providers: listOf(object({ name: text, title: text, url: text })) }),
      ),
    },
  },
  'GET /login/{provider}/': {
    id: 'sign_on',
    tag,
    summary: 'Redirect to a provider to sign in',
    access,
    path: provider,
    query: { next: optional('Path of this service to open after the sign-in.', text) },
    answers: { 302: { description: 'Redirect to the provider.' } },
  },
  'GET /login/{provider}/callback/': {
    id: 'sign_on_callback',
    tag,
    summary: 'Handle the callback of a provider',
    access,
    path: provider,
    takesForeignParameters: true,
    answers: {
      302: { description: 'Redirect to the application with cookies, or to the sign-in page.' },
    },
  },
  'POST /api/signon/passkey/options/': {
    id: 'begin_passkey_login',
    tag,
    summary: 'Get the options with which a browser signs in with a passkey',
    access,
    answers: {
      200: answers(
        'For the browser.',
        object({ options: means(record, 'As WebAuthn defines them, in JSON.'), state: text }),
      ),
    },
    errors: ['409'],
  },
  'POST /api/signon/passkey/': {
    id: 'passkey_login',
    tag,
    summary: 'Sign in with a passkey',
    access,
    body: object({ state: text, response: record, remember }, ['remember']),
    answers: { 200: signedIn },
    errors: ['401', '429'],
  },
  'GET /api/setup/': {
    id: 'setup_state',
    tag,
    summary: 'Check whether the first user must still be created',
    access,
    answers: { 200: answers('The state.', object({ needed: flag, languages: listOf(text) })) },
  },
  'POST /api/setup/': {
    id: 'set_up',
    tag,
    summary: 'Create the first user, with all rights, and sign in',
    access,
    body: object({ username: filled(text), password: filled(password), email: text, language: text }, [
      'email',
      'language',
    ]),
    answers: { 201: answers('Created; the response sets cookies.', object({ username: text })) },
    errors: ['409'],
  },
  'GET /api/reset/{token}/': {
    id: 'reset_state',
    tag,
    summary: 'Check whether a password reset link is valid',
    access,
    path: token,
    answers: { 200: answers('The state.', object({ valid: flag, username: text }, ['username'])) },
  },
  'POST /api/reset/{token}/': {
    id: 'reset_password',
    tag,
    summary: 'Set a new password by a single-use link',
    access,
    path: token,
    body: object({ password: filled(password) }),
    answers: done('Changed.'),
  },
})
