/** Manages the own account: password, sessions, API keys and saved list layouts. */
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

/** Changes the password. All sessions end; the response replaces the current session. */
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

/**
 * Query for the API keys of a user. Keys do not belong to a scenario; any scenario that the user may open can serve
 * the request.
 */
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
  /** The service shortens lifetimes above its limit. */
  readonly expiry_date: string
  readonly scope: KeyScope
  /** Names separated by commas; empty for all entities. */
  readonly entities: string
  readonly scenarios: string
}

/** Creates an API key. The response contains the secret, which cannot be read again. */
export const createKey = (scenario: string, key: NewKey) =>
  sendJson('POST', entityPath(scenario, keyEntity), key, object({ key: text, name: text, expiry_date: text }))

export const revokeKey = (scenario: string, id: number): Promise<unknown> =>
  send(entityPath(scenario, keyEntity, String(id)), { method: 'DELETE' })

/** Query for the names under which lists save their columns, widths and filters. */
export const layoutsQuery = queryOptions({
  queryKey: ['account', 'layouts'],
  queryFn: async ({ signal }) =>
    Object.keys(await getJson('/api/me/preferences/?prefix=grid%3A', table(anything), { signal })),
})

export async function deleteLayouts(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await send(`/api/me/preferences/${encodeURIComponent(name)}/`, { method: 'DELETE' })
  }
}
