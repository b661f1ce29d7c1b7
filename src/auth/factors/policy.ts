/** Decides who must have a second factor. Pure functions. */
import type { Account } from '../accounts.ts'

/** Values among the names of groups that stand for superusers of any scenario, and for all users. */
const superuser = 'superuser'
const everybody = '*'

export interface FactorPolicy {
  /** Groups, `superuser` and `*`. */
  readonly requiredFor: readonly string[]
  /** Whether programs may sign in with only name and password of users who have a second factor. */
  readonly basicAlone: boolean
}

export const noFactorPolicy: FactorPolicy = { requiredFor: [], basicAlone: false }

type Judged = Pick<Account, 'passwordHash' | 'factors' | 'groups' | 'scenarios' | 'busyScenarios'>

/**
 * Returns whether the settings require a second factor. Users without a password sign in with an external provider,
 * which checks it.
 */
export function mustHaveFactor({ requiredFor }: FactorPolicy, account: Judged): boolean {
  if (requiredFor.length === 0 || account.passwordHash === null) return false
  return requiredFor.some(
    (name) =>
      name === everybody ||
      account.groups.has(name) ||
      (name === superuser &&
        [account.scenarios, account.busyScenarios].some((scenarios) =>
          [...scenarios.values()].some((access) => access.superuser),
        )),
  )
}

/**
 * Returns whether a sign-in with a password also requires a code: the user has an authenticator app, or has passkeys
 * and must have a second factor.
 */
export function needsCode(policy: FactorPolicy, account: Judged): boolean {
  return account.factors.totp || (account.factors.passkeys && mustHaveFactor(policy, account))
}
