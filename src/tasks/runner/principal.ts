/** The principal of a task: the user who launched it, with the present rights, or the operator. */
import { loadAccounts } from '../../auth/accounts.ts'
import { languageOf } from '../../auth/language.ts'
import { operatorPrincipal } from '../../auth/operator.ts'
import type { Principal } from '../../auth/principal.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'

export interface Launcher {
  readonly userId: number | null
  readonly operator: boolean
}

/** Throws `command_failed` if the user does not exist any more. */
export async function taskPrincipal(
  { control, settings }: Service,
  { userId, operator }: Launcher,
): Promise<Principal> {
  if (operator) return operatorPrincipal(control, settings.LANGUAGE_CODE)
  const account = userId === null ? undefined : (await loadAccounts(control, [userId])).get(userId)
  if (account === undefined) {
    throw new ServiceError('command_failed', { reason: { code: 'launcher_gone' } })
  }
  return {
    userId: account.userId,
    username: account.username,
    language: languageOf(account.language, undefined, settings.LANGUAGE_CODE),
    scenarios: account.scenarios,
    ...(account.busyScenarios.size === 0 ? {} : { busyScenarios: account.busyScenarios }),
    via: 'basic',
    readOnly: false,
  }
}
