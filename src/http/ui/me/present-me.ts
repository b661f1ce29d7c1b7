/** Returns the data of the current user for the web UI: account, permissions by scenario, and display preferences. */
import { isSuperuser, type Principal } from '../../../auth/principal.ts'
import { generalPreferences, readPreference } from '../../../auth/preferences.ts'
import { readOwnAccount } from '../../../auth/own-account.ts'
import type { Me } from '../../../contract/account.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { listScenarios } from '../../../scenarios/registry.ts'
import type { Service } from '../../../service/service.ts'
import { loadScenarioLabels } from '../scenarios/scenario-labels.ts'

export async function presentMe({ control, settings }: Service, principal: Principal): Promise<Me> {
  const { userId, username, language, scenarios, via, readOnly } = principal
  const [all, account, preferences, labelOf] = await Promise.all([
    listScenarios(control),
    readOwnAccount(control, userId),
    readPreference(control, userId, generalPreferences),
    loadScenarioLabels(language),
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
      .map((scenario) => ({
        name: scenario.name,
        label: labelOf(scenario),
        superuser: isSuperuser(principal, scenario.name),
        permissions: [...(scenarios.get(scenario.name)?.permissions ?? [])].sort(),
      })),
  }
}
