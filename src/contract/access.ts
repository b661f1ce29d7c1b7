/** Endpoints of the administration of users: their rights in every scenario, and links that reset passwords. */
import { answers, defineEndpoints, done, needed } from './endpoint.ts'
import { flag, integer, listOf, mapOf, means, nullable, object, text, utc, type ValueOf } from './schemas.ts'
import { sessionTag as tag } from './tags.ts'

const path = { id: needed('Number of the user.', integer) }

const user = object({
  id: integer,
  username: text,
  first_name: nullable(text),
  last_name: nullable(text),
  email: nullable(text),
  language: text,
  last_login: nullable(text),
  date_joined: text,
  has_password: flag,
  has_second_factor: flag,
  scenarios: means(
    mapOf(object({ active: flag, superuser: flag, groups: listOf(text), permissions: listOf(text) })),
    'Those that you administer and to which the user was added.',
  ),
})
export type ListedUser = ValueOf<typeof user>

export const accessEndpoints = defineEndpoints({
  'GET /api/access/users/': {
    id: 'users_everywhere',
    tag,
    summary: 'List users with their roles in every scenario that you administer',
    answers: { 200: answers('Users by name.', object({ scenarios: listOf(text), users: listOf(user) })) },
  },
  'GET /api/access/rights/': {
    id: 'rights',
    tag,
    summary: 'List the rights that can be granted, in groups',
    answers: {
      200: answers(
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
    },
  },
  'POST /api/access/users/{id}/reset/': {
    id: 'create_reset',
    tag,
    summary: 'Create a password reset link for a user',
    description:
      'The link is valid once and for one day, until the password of the user is changed, and as long as you may ' +
      'create it. Earlier links of the user become invalid.',
    path,
    answers: {
      201: answers('The link, shown once.', object({ token: text, path: text, url: text, expires: utc })),
    },
  },
  'DELETE /api/access/users/{id}/factors/': {
    id: 'reset_factors',
    tag,
    summary: 'Remove the second factors of a user',
    path,
    answers: done('The user signs in with the password alone.'),
  },
})
