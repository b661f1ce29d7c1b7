/** Reads and changes the signed-in user, with permissions per scenario. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { addressOfPath } from './base-path.ts'
import { getJson, send, sendJson } from './client.ts'
import { queryClient } from './query-client.ts'
import { type Preferences, preferencesShape } from './preferences.ts'
import { boolean, list, number, object, otherwise, text, type Shaped } from './shape.ts'

const scenarioAccess = object({
  name: text,
  label: text,
  superuser: boolean,
  permissions: list(text),
})

const meShape = object({
  id: otherwise(number, 0),
  username: text,
  language: text,
  via: text,
  scenarios: list(scenarioAccess),
  email: otherwise(text, ''),
  first_name: otherwise(text, ''),
  last_name: otherwise(text, ''),
  /** `auto` if the browser decides. */
  stored_language: otherwise(text, 'auto'),
  default_scenario: otherwise(text, ''),
  preferences: preferencesShape,
  /** IANA time zone of the service's clock, in which the service reports times. */
  time_zone: otherwise(text, ''),
})

export type Me = Shaped<typeof meShape>
export type ScenarioAccess = Shaped<typeof scenarioAccess>

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => getJson('/api/me/', meShape, { signal }),
  staleTime: 60_000,
})

/** Returns the user, who is read before any screen of the shell renders. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

export type MeChange = Partial<
  Pick<Me, 'first_name' | 'last_name' | 'default_scenario'> & {
    readonly language: string
    /** The given preferences change; all others keep their values. */
    readonly preferences: Partial<Preferences>
  }
>

/** Changes the own account or preferences, and updates the screen. */
export async function changeMe(change: MeChange): Promise<void> {
  queryClient.setQueryData(meQuery.queryKey, await sendJson('PATCH', '/api/me/', change, meShape))
}

/** Returns the scenario that opens at the start: the chosen one, else production, else the first. */
export function homeScenario({ scenarios, default_scenario: chosen }: Me): string | undefined {
  const names = scenarios.map(({ name }) => name)
  return [chosen, 'default'].find((name) => names.includes(name)) ?? names[0]
}

/** Returns whether a user has a permission such as `input.view_demand` in a scenario. */
export function mayIn(access: ScenarioAccess | undefined, permission: string): boolean {
  return access !== undefined && (access.superuser || access.permissions.includes(permission))
}

const redirectShape = object({ redirect: text })

/** Ends the session in the browser and on the server. Loading the sign-in page discards all data that was read. */
export async function signOut(): Promise<void> {
  const answer = await send('/logout/', { method: 'POST', noSignIn: true }).catch(() => undefined)
  // A session that an identity provider opened also ends there.
  const { redirect } =
    answer?.status === 200 ? redirectShape(await answer.json(), '/logout/') : { redirect: '' }
  location.assign(redirect === '' ? addressOfPath('/login/') : redirect)
}
