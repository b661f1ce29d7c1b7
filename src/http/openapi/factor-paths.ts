/** Operations of the OpenAPI document for second factors. */
import { sessionTag } from '../../contract/tags.ts'
import {
  answers,
  anything,
  flag,
  mapOf,
  means,
  object,
  operationsOf,
  problems,
  takes,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const operation = operationsOf(sessionTag)
const asked = object({ options: means(mapOf(anything), 'As WebAuthn has them, in JSON.'), state: text })
const signedIn = object({ username: text, second_factor: means(text, '`missing`: to be set up first.') }, [
  'second_factor',
])

export const factorPaths: Readonly<Record<string, Schema>> = {
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
