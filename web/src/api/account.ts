/** The own account: password, sessions, keys for programs, and what screens remember. */
import { queryOptions } from '@tanstack/react-query'
import { getJson, send, sendJson } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shaped,
  table,
  text,
} from './shape.ts'

/** All sessions end; the own one is replaced by the answer. */
export const changePassword = (old: string, wanted: string): Promise<unknown> =>
  sendJson('POST', '/api/me/password/', { old, new: wanted }, anything)

const sessionShape = object({
  id: text,
  created: text,
  last_seen: text,
  expires: text,
  address: nullable(text),
  user_agent: nullable(text),
  current: boolean,
})

export type Session = Shaped<typeof sessionShape>

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => getJson('/api/me/sessions/', list(sessionShape), { signal }),
})

export const endSession = (id: string): Promise<unknown> =>
  send(`/api/me/sessions/${encodeURIComponent(id)}/`, { method: 'DELETE' })

export const endOtherSessions = (): Promise<unknown> => send('/api/me/sessions/', { method: 'DELETE' })

const keyEntity = 'common.apikey'

export const keyScopes = ['all', 'read', 'propose', 'write', 'tasks'] as const
export type KeyScope = (typeof keyScopes)[number]

const keyShape = object({
  id: number,
  name: text,
  expiry_date: text,
  created: text,
  scope: oneOf(...keyScopes),
  entities: nullable(text),
  scenarios: nullable(text),
  last_used: nullable(text),
})

export type ApiKey = Shaped<typeof keyShape>

/** Keys are of no scenario; any that the user may open will do to ask. */
export const keysQuery = (scenario: string, user: number) =>
  queryOptions({
    queryKey: ['account', 'keys', scenario, user],
    queryFn: ({ signal }) =>
      getJson(withQuery(entityPath(scenario, keyEntity), { user, ordering: 'name' }), list(keyShape), {
        signal,
      }),
  })

export interface NewKey {
  readonly name: string
  /** The service cuts what lasts too long. */
  readonly expiry_date: string
  readonly scope: KeyScope
  /** Names separated by commas; empty for all. */
  readonly entities: string
  readonly scenarios: string
}

/** The answer holds the secret; it cannot be had again. */
export const createKey = (scenario: string, key: NewKey) =>
  sendJson('POST', entityPath(scenario, keyEntity), key, object({ key: text, name: text, expiry_date: text }))

export const revokeKey = (scenario: string, id: number): Promise<unknown> =>
  send(entityPath(scenario, keyEntity, String(id)), { method: 'DELETE' })

/** Names under which lists remember their columns, widths and filters. */
export const layoutsQuery = queryOptions({
  queryKey: ['account', 'layouts'],
  queryFn: async ({ signal }) =>
    Object.keys(await getJson('/api/me/preferences/?prefix=grid%3A', table(anything), { signal })),
})

export async function forgetLayouts(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await send(`/api/me/preferences/${encodeURIComponent(name)}/`, { method: 'DELETE' })
  }
}
