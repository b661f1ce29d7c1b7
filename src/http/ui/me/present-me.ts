/** Returns the data of the current user for the web UI: account, permissions by scenario, and display preferences. */
import type { Principal } from '../../../auth/principal.ts'
import { generalPreferences, readPreference } from '../../../auth/preferences.ts'
import { readOwnAccount } from '../../../auth/own-account.ts'
import { listScenarios } from '../../../scenarios/registry.ts'
import type { Service } from '../../../service/service.ts'

export async function presentMe(
  { database, settings }: Service,
  { userId, username, language, scenarios, via, readOnly }: Principal,
): Promise<Readonly<Record<string, unknown>>> {
  const [all, account, preferences] = await Promise.all([
    listScenarios(database),
    readOwnAccount(database, userId),
    readPreference(database, userId, generalPreferences),
  ])
  return {
    id: userId,
    username,
    language,
    via,
    read_only: readOnly,
    ...account,
    preferences: preferences ?? {},
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
