/** Operations of the OpenAPI document for the session of the user. */
import { sessionTag } from '../../contract/tags.ts'
import type { Schema } from './schemas.ts'

const json = (schema: Schema): Schema => ({ 'application/json': { schema } })
const text: Schema = { type: 'string' }
const object = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const problem = (name: string): Schema => ({ $ref: `#/components/responses/${name}` })

const credentials = {
  ...object({
    username: { ...text, description: 'User name or e-mail address.' },
    password: { ...text, format: 'password' },
    code: { ...text, description: 'Code of the second factor, or a recovery code, if required.' },
    remember: { type: 'boolean', default: true, description: 'Stay signed in when the browser is closed.' },
  }),
  required: ['username', 'password'],
}

export const sessionPaths: Readonly<Record<string, Schema>> = {
  '/login/': {
    post: {
      operationId: 'login',
      tags: [sessionTag],
      summary: 'Sign in with a cookie',
      security: [],
      requestBody: {
        required: true,
        content: { ...json(credentials), 'application/x-www-form-urlencoded': { schema: credentials } },
      },
      responses: {
        '200': {
          description: 'Signed in; the response sets cookies.',
          content: json({
            ...object({
              username: text,
              second_factor: { ...text, description: '`missing`: the session can only set one up.' },
            }),
            required: ['username'],
          }),
        },
        '400': problem('Invalid'),
        '401': problem('NotAuthenticated'),
      },
    },
  },
  '/logout/': {
    post: {
      operationId: 'logout',
      tags: [sessionTag],
      summary: 'End the session',
      responses: {
        '200': {
          description: 'Signed out; the address signs out of the provider too.',
          content: json(object({ redirect: text })),
        },
        '204': { description: 'Signed out.' },
        '403': problem('Forbidden'),
      },
    },
  },
}
