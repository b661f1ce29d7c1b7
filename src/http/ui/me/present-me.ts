/** Returns the data of the current user for the web UI: account, permissions by scenario, and display preferences. */
import type { Principal } from '../../../auth/principal.ts'
import { generalPreferences, readPreference } from '../../../auth/preferences.ts'
import { readOwnAccount } from '../../../auth/own-account.ts'
import type { Me } from '../../../contract/account.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { listScenarios } from '../../../scenarios/registry.ts'
import type { Service } from '../../../service/service.ts'

export async function presentMe(
  { database, settings }: Service,
  { userId, username, language, scenarios, via, readOnly }: Principal,
): Promise<Me> {
  const [all, account, preferences] = await Promise.all([
    listScenarios(database),
    readOwnAccount(database, userId),
    readPreference(database, userId, generalPreferences),
  ])
  // Deleted since the request was authenticated.
  if (account === undefined) throw new ServiceError('not_authenticated')
  return {
    id: userId,
    username,
    language,
    via,
    read_only: readOnly,
    ...account,
    preferences: { ...Object(preferences) },
    time_zone: settings.TIME_ZONE,
    scenarios: all
      .filter(({ name }) => scenarios.has(name))
      .map(({ name, description }) => ({
        name,
        label: description ?? name,
        superuser: scenarios.get(name)?.superuser ?? false,
        permissions: [...(scenarios.get(name)?.permissions ?? [])].sort(),
      })),
  }
}
