/** Reads and changes the signed-in user, with permissions per scenario. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { addressOfPath } from './base-path.ts'
import { type Answer, call } from './endpoints.ts'
import { queryClient } from './query-client.ts'
import { type Preferences, preferencesShape } from './preferences.ts'

/** Returns the user with the preferences that this version knows; missing names are empty. */
const parseMe = ({ preferences, ...me }: Answer<'GET /api/me/'>) => ({
  ...me,
  email: me.email ?? '',
  first_name: me.first_name ?? '',
  last_name: me.last_name ?? '',
  default_scenario: me.default_scenario ?? '',
  preferences: preferencesShape(preferences),
})

export type Me = ReturnType<typeof parseMe>
export type ScenarioAccess = Me['scenarios'][number]

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => parseMe(await call('GET /api/me/', {}, { signal })),
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
  queryClient.setQueryData(meQuery.queryKey, parseMe(await call('PATCH /api/me/', { body: change })))
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

/** Ends the session in the browser and on the server. Loading the sign-in page discards all data that was read. */
export async function signOut(): Promise<void> {
  const answer = await call('POST /logout/', {}, { noSignIn: true }).catch(() => undefined)
  // A session that an identity provider opened also ends there.
  location.assign(answer?.redirect ?? addressOfPath('/login/'))
}
