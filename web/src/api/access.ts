/** Users, groups and rights: who may do what where, and changing it. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError, asApiError } from './api-error.ts'
import { getJson, send, sendJson } from './client.ts'
import { entityPath, scenarioPath } from './paths.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  optional,
  otherwise,
  type Shaped,
  table,
  text,
} from './shape.ts'

const standingShape = object({
  active: boolean,
  superuser: boolean,
  groups: otherwise(list(text), []),
  permissions: otherwise(list(text), []),
})

const userShape = object({
  id: number,
  username: text,
  first_name: otherwise(text, ''),
  last_name: otherwise(text, ''),
  email: otherwise(text, ''),
  last_login: nullable(text),
  date_joined: nullable(text),
  has_password: boolean,
  has_second_factor: boolean,
  /** Scenarios that the user has something to do with. */
  scenarios: table(standingShape),
})

const usersShape = object({ scenarios: list(text), users: list(userShape) })

export type Standing = Shaped<typeof standingShape>
export type User = Shaped<typeof userShape>

/** In a scenario that somebody has never been given. */
export const noStanding: Standing = { active: false, superuser: false, groups: [], permissions: [] }

export const accessKey = ['access'] as const

/** Users, with their standing in all scenarios whose users the reader administers. */
export const usersQuery = (scenario: string) =>
  queryOptions({
    queryKey: [...accessKey, 'users', scenario],
    queryFn: ({ signal }) => getJson(scenarioPath(scenario, '/api/access/users/'), usersShape, { signal }),
  })

const rightShape = object({ right: text, held: boolean })

const rightsShape = object({
  entities: list(object({ entity: text, label: text, group: text, rights: table(rightShape) })),
  tasks: list(object({ right: text, held: boolean, task: text, label: text })),
  others: list(object({ right: text, held: boolean, label: text })),
  presets: list(object({ name: text, permissions: list(text) })),
})

export type Rights = Shaped<typeof rightsShape>

/** All rights that can be given in a scenario; the reader can give those that are `held`. */
export const rightsQuery = (scenario: string) =>
  queryOptions({
    queryKey: [...accessKey, 'rights', scenario],
    queryFn: ({ signal }) => getJson(scenarioPath(scenario, '/api/access/rights/'), rightsShape, { signal }),
    staleTime: 60_000,
  })

const groupShape = object({ id: number, name: text, permissions: otherwise(list(text), []) })
export type Group = Shaped<typeof groupShape>

export const groupsQuery = (scenario: string) =>
  queryOptions({
    queryKey: [...accessKey, 'groups', scenario],
    queryFn: ({ signal }) => getJson(entityPath(scenario, 'auth.group'), list(groupShape), { signal }),
  })

/** What a new user begins with. Nobody begins as a superuser. */
export interface NewUser {
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly password: string | null
  readonly groups: readonly string[]
}

const createdShape = object({ records: object({ create: list(object({ id: number })) }) })

/**
 * Makes a user who may open the scenario. Throws where the name is taken: the record of somebody else must not change
 * because of it.
 */
export async function createUser(scenario: string, user: NewUser): Promise<number> {
  const created = await createStrictly(scenario, 'common.user', { ...user, is_active: true }, 'username')
  return created
}

export const createGroup = (
  scenario: string,
  group: { readonly name: string; readonly permissions: readonly string[] },
): Promise<number> => createStrictly(scenario, 'auth.group', group, 'name')

const faultsShape = object({ errors: list(object({ field: nullable(text), message: text })) })

/** Makes one record and never changes another. Faults of the whole record belong to the field of its name. */
async function createStrictly(
  scenario: string,
  entity: string,
  record: Readonly<Record<string, unknown>>,
  nameField: string,
): Promise<number> {
  const path = scenarioPath(scenario, `/api/batch/${entity.replace('.', '/')}/`)
  try {
    const { records } = await sendJson('POST', path, { create: [record] }, createdShape)
    return records.create[0]?.id ?? 0
  } catch (error) {
    throw byField(error, nameField)
  }
}

function byField(error: unknown, nameField: string): unknown {
  const failure = asApiError(error)
  if (failure.status !== 400) return error
  const faults = optional(faultsShape)(failure.body)?.errors ?? []
  const fields: Record<string, string[]> = {}
  for (const { field, message } of faults) {
    const name = field === null || field === 'id' ? nameField : field
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

/** Standing is changed in the scenario, the account in all of them. */
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

const linkShape = object({ url: text, expires: text })
export type ResetLink = Shaped<typeof linkShape>

/**
 * A link by which the user chooses a new password. Whoever has it can sign in as the user. Where the
 * service does not know its own address, the link begins with that of this page.
 */
export async function makeResetLink(scenario: string, id: number): Promise<ResetLink> {
  const path = scenarioPath(scenario, `/api/access/users/${id}/reset/`)
  const link = await sendJson('POST', path, {}, linkShape)
  return { ...link, url: new URL(link.url, window.location.origin).href }
}

/** The password alone signs the user in again. */
export const resetFactors = (scenario: string, id: number): Promise<unknown> =>
  send(scenarioPath(scenario, `/api/access/users/${id}/factors/`), { method: 'DELETE' })
