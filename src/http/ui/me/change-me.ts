/**
 * `PATCH /api/me/`: changes the own account and preferences. Only administrators can change the names for sign-in.
 */
import { generalPreferences, mergePreference, requireMergeable } from '../../../auth/preferences.ts'
import type { Principal } from '../../../auth/principal.ts'
import { requestActor } from '../../../auth/storages/actor.ts'
import type { accountEndpoints } from '../../../contract/account.ts'
import { writeRecords } from '../../../data/write/write-records.ts'
import { fieldErrors, ServiceError } from '../../../errors/service-error.ts'
import { requireEntity } from '../../../model/model.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import type { Exchange } from '../../exchange.ts'
import { asSingle } from '../../problem.ts'
import { productionScenario } from '../../../model/production.ts'
import { presentMe } from './present-me.ts'

/**
 * Throws `permission_denied` for API keys and for read-only access: otherwise a key could take over the account of
 * its owner, or a read-only client could write.
 */
export function requirePerson({ via, readOnly }: Principal): void {
  if (via === 'apikey' || readOnly) throw new ServiceError('permission_denied')
}

export const changeMe: EndpointHandler<(typeof accountEndpoints)['PATCH /api/me/']> = async (
  { exchange, principal },
  { body },
) => {
  requirePerson(principal)
  const { service } = exchange
  const { preferences, ...account } = await body()
  const { default_scenario: chosen, language } = account
  if (typeof chosen === 'string' && chosen !== '' && !principal.scenarios.has(chosen)) {
    throw fieldErrors({
      default_scenario: [{ code: 'not_offered', params: { value: chosen.slice(0, 100) } }],
    })
  }
  // The account is stored before the preferences, so a request that would be refused for them must not get there.
  if (preferences !== undefined) {
    checkPreference('preferences', preferences)
    await requireMergeable(service.control, principal.userId, generalPreferences, preferences)
  }
  if (Object.keys(account).length > 0) await writeAccount(exchange, principal, account)
  if (preferences !== undefined) {
    await mergePreference(service.control, principal.userId, generalPreferences, preferences)
  }
  const spoken = typeof language === 'string' && language !== 'auto' ? { ...principal, language } : principal
  return presentMe(service, spoken)
}

/** Validates a preference value, whose size is checked when it is stored. Throws `invalid_record` with the field. */
export function checkPreference(field: string, value: unknown): void {
  const text = JSON.stringify(value) ?? 'null'
  if (text.includes(String.raw`\u0000`)) throw fieldErrors({ [field]: [{ code: 'nul_character' }] })
}

/** Writes the account with the normal write functions, which restrict what users may change in their own record. */
async function writeAccount(
  { service, signal }: Exchange,
  principal: Principal,
  account: Readonly<Record<string, unknown>>,
): Promise<void> {
  const context = service.dataContext({
    scenario: productionScenario,
    actor: requestActor(principal),
    signal,
  })
  await writeRecords(context, requireEntity(context.model, 'common.user'), {
    rows: [account],
    mode: 'update',
    key: String(principal.userId),
    onError: 'abort',
    strict: false,
    createMissing: [],
    dryRun: false,
    returning: 'counts',
    mayAdd: false,
    mayChange: true,
  }).catch((error: unknown) => {
    throw asSingle(error)
  })
}
