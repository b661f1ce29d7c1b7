/** What the web UI needs to know of its user: account, rights by scenario, and how the user wants things shown. */
import type { Principal } from '../../../auth/principal.ts'
import { generalPreferences, readPreference } from '../../../auth/preferences.ts'
import type { Service } from '../../../service/service.ts'

interface AccountRow {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly stored_language: string
  readonly theme: string
  readonly default_scenario: string | null
}

export async function presentMe(
  { database, settings }: Service,
  { userId, username, language, scenarios, via, readOnly }: Principal,
): Promise<Readonly<Record<string, unknown>>> {
  const [labels, account, preferences] = await Promise.all([
    database.query<{ name: string; description: string | null }>({
      name: 'http_scenario_labels',
      text: `SELECT "name", "description" FROM control."scenario" WHERE "name" = ANY ($1)
        ORDER BY "name" <> 'default', "name"`,
      values: [[...scenarios.keys()]],
    }),
    database.query<AccountRow>({
      name: 'http_own_account',
      text: `SELECT "first_name", "last_name", "email", "language" AS "stored_language", "theme", "default_scenario"
        FROM control."user" WHERE "id" = $1`,
      values: [userId],
    }),
    readPreference(database, userId, generalPreferences),
  ])
  return {
    id: userId,
    username,
    language,
    via,
    read_only: readOnly,
    ...account.rows[0],
    preferences: preferences ?? {},
    time_zone: settings.TIME_ZONE,
    scenarios: labels.rows.map(({ name, description }) => ({
      name,
      label: description ?? name,
      superuser: scenarios.get(name)?.superuser ?? false,
      permissions: [...(scenarios.get(name)?.permissions ?? [])].sort(),
    })),
  }
}
