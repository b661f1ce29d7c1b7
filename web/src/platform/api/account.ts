/** Manages the own account: password, sessions, API keys and saved list layouts. */
import { queryOptions } from '@tanstack/react-query'
import { getJson, send, sendJson } from './client.ts'
import { type Answer, call } from './endpoints.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, nullable, number, object, oneOf, type Shaped, text } from './shape.ts'

/** Changes the password. All sessions end; the response replaces the current session. */
export const changePassword = (old: string, wanted: string): Promise<unknown> =>
  call('POST /api/me/password/', { body: { old, new: wanted } })

export type Session = Answer<'GET /api/me/sessions/'>[number]

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/me/sessions/', {}, { signal }),
})

export const endSession = (id: string): Promise<unknown> =>
  call('DELETE /api/me/sessions/{id}/', { path: { id } })

export const endOtherSessions = (): Promise<unknown> => call('DELETE /api/me/sessions/', {})

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
    Object.keys(await call('GET /api/me/preferences/', { query: { prefix: 'grid:' } }, { signal })),
})

export async function deleteLayouts(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await call('DELETE /api/me/preferences/{name}/', { path: { name } })
  }
}
