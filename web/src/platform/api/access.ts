/** Reads and changes users, groups and permissions. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError, asApiError } from './api-error.ts'
import { getJson, send, sendJson } from './client.ts'
import { type Answer, call } from './endpoints.ts'
import { entityPath } from './paths.ts'
import { anything, list, number, object, otherwise, type Shaped, text } from './shape.ts'
import { type EditFaults, isEditFaults, saveEdits } from './batch.ts'

export type User = Answer<'GET /api/access/users/'>['users'][number]
export type Standing = User['scenarios'][string]

/** Standing of a user in a scenario to which the user was never added. */
export const noStanding: Standing = { active: false, superuser: false, groups: [], permissions: [] }

export const accessKey = ['access'] as const

/** Query for users, with their standing in all scenarios whose users the reader administers. */
export const usersQuery = (scenario: string) =>
  queryOptions({
    queryKey: [...accessKey, 'users', scenario],
    queryFn: ({ signal }) => call('GET /api/access/users/', {}, { scenario, signal }),
  })

export type Rights = Answer<'GET /api/access/rights/'>

/** Query for all permissions that can be granted in a scenario; the reader can grant those that are `held`. */
export const rightsQuery = (scenario: string) =>
  queryOptions({
    queryKey: [...accessKey, 'rights', scenario],
    queryFn: ({ signal }) => call('GET /api/access/rights/', {}, { scenario, signal }),
    staleTime: 60_000,
  })

const groupShape = object({ id: number, name: text, permissions: otherwise(list(text), []) })
export type Group = Shaped<typeof groupShape>

export const groupsQuery = (scenario: string) =>
  queryOptions({
    queryKey: [...accessKey, 'groups', scenario],
    queryFn: ({ signal }) => getJson(entityPath(scenario, 'auth.group'), list(groupShape), { signal }),
  })

/** Initial values of a new user, who is never a superuser. */
export interface NewUser {
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly password: string | null
  readonly groups: readonly string[]
}

/**
 * Creates a user who may open the scenario. Throws if the name is taken, so that an existing record of another user
 * is not changed.
 */
export async function createUser(scenario: string, user: NewUser): Promise<number> {
  const created = await createStrictly(scenario, 'common.user', { ...user, is_active: true }, 'username')
  return created
}

export const createGroup = (
  scenario: string,
  group: { readonly name: string; readonly permissions: readonly string[] },
): Promise<number> => createStrictly(scenario, 'auth.group', group, 'name')

/**
 * Creates one record and never updates an existing one. Errors that concern the whole record are attributed to the
 * name field.
 */
async function createStrictly(
  scenario: string,
  entity: string,
  record: Readonly<Record<string, unknown>>,
  nameField: string,
): Promise<number> {
  try {
    const { records } = await saveEdits(scenario, entity, { create: [record] })
    return Number(records?.create[0]?.['id'] ?? 0)
  } catch (error) {
    throw byField(error, nameField)
  }
}

function byField(error: unknown, nameField: string): unknown {
  const failure = asApiError(error)
  if (failure.status !== 400) return error
  const faults: EditFaults['errors'] = isEditFaults(failure.body) ? failure.body.errors : []
  const fields: Record<string, string[]> = {}
  for (const { field, message } of faults) {
    const name = field === 'id' ? nameField : field
    fields[name] = [...(fields[name] ?? []), message]
  }
  return new ApiError({ status: 400, detail: faults[0]?.message ?? failure.detail, fields })
}

export interface UserChange {
  readonly username?: string
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly email?: string | null
  readonly password?: string
  readonly is_active?: boolean
  readonly is_superuser?: boolean
  readonly groups?: readonly string[]
  readonly permissions?: readonly string[]
}

/** Changes a user: permissions in this scenario only, account fields in all scenarios. */
export const changeUser = (scenario: string, id: number, change: UserChange): Promise<unknown> =>
  sendJson('PATCH', entityPath(scenario, 'common.user', String(id)), change, anything)

export const deleteUser = (scenario: string, id: number): Promise<unknown> =>
  send(entityPath(scenario, 'common.user', String(id)), { method: 'DELETE' })

export const changeGroup = (
  scenario: string,
  id: number,
  change: { readonly name?: string; readonly permissions?: readonly string[] },
): Promise<unknown> => sendJson('PATCH', entityPath(scenario, 'auth.group', String(id)), change, anything)

export const deleteGroup = (scenario: string, id: number): Promise<unknown> =>
  send(entityPath(scenario, 'auth.group', String(id)), { method: 'DELETE' })

export type ResetLink = Answer<'POST /api/access/users/{id}/reset/'>

/**
 * Returns a link with which the user chooses a new password. Anybody who has the link can sign in as the user. If the
 * service does not know its own address, the link starts with the address of this page.
 */
export async function makeResetLink(scenario: string, id: number): Promise<ResetLink> {
  const link = await call('POST /api/access/users/{id}/reset/', { path: { id } }, { scenario })
  return { ...link, url: new URL(link.url, window.location.origin).href }
}

/** Removes the second factors of a user; after that the password alone is sufficient to sign in. */
export const resetFactors = (scenario: string, id: number): Promise<unknown> =>
  call('DELETE /api/access/users/{id}/factors/', { path: { id } }, { scenario })
