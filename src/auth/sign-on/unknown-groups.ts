/** Finds groups that RIGHTS of providers grant and that do not exist: members of them would get nothing, silently. */
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'

export interface UnknownGroups {
  readonly provider: string
  readonly groups: readonly string[]
}

/** Returns the groups in RIGHTS that the installation does not have, by provider. */
export async function unknownGroups(
  database: Pick<Database, 'query'>,
  { OIDC_PROVIDERS }: Pick<Settings, 'OIDC_PROVIDERS'>,
): Promise<readonly UnknownGroups[]> {
  const named = Object.entries(OIDC_PROVIDERS).map(([provider, { RIGHTS = {} }]) => ({
    provider,
    groups: [...new Set(Object.values(RIGHTS).flat())].filter((group) => group !== 'superuser'),
  }))
  if (named.every(({ groups }) => groups.length === 0)) return []
  const { rows } = await database.query<{ name: string }>({ text: 'SELECT "name" FROM control."group"' })
  const known = new Set(rows.map(({ name }) => name))
  return named
    .map(({ provider, groups }) => ({ provider, groups: groups.filter((group) => !known.has(group)) }))
    .filter(({ groups }) => groups.length > 0)
}

/** The groups that were logged, by the log of a process. */
const logged = new WeakMap<object, Set<string>>()

/**
 * Logs the groups in RIGHTS of a provider that do not exist, each once per process: a user who signs in through it does
 * not get them. A failure of the check is logged and does not fail the sign-in.
 */
export async function logUnknownGroups(
  {
    control,
    settings,
    logger,
  }: {
    readonly control: Pick<Database, 'query'>
    readonly settings: Pick<Settings, 'OIDC_PROVIDERS'>
    readonly logger: Pick<Logger, 'warn'>
  },
  provider: string,
): Promise<void> {
  let found: readonly UnknownGroups[]
  try {
    found = await unknownGroups(control, settings)
  } catch (error) {
    logger.warn({ err: error, provider }, 'The groups that RIGHTS of the provider name could not be checked')
    return
  }
  const known = logged.get(logger) ?? new Set()
  logged.set(logger, known)
  const groups = (found.find((unknown) => unknown.provider === provider)?.groups ?? []).filter(
    (group) => !known.has(`${provider} ${group}`),
  )
  if (groups.length === 0) return
  for (const group of groups) known.add(`${provider} ${group}`)
  logger.warn(
    { provider, groups },
    'RIGHTS of the provider name groups that do not exist; create them or correct the setting OIDC_PROVIDERS',
  )
}
