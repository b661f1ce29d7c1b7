/** Who must have a second factor. Pure. */
import type { Account } from '../accounts.ts'

/** Stands for superusers of any scenario, and for everybody, among the names of groups. */
const superuser = 'superuser'
const everybody = '*'

export interface FactorPolicy {
  /** Groups, `superuser` and `*`. */
  readonly requiredFor: readonly string[]
  /** Whether user name and password alone are taken from programs of users who have a second factor. */
  readonly basicAlone: boolean
}

export const noFactorPolicy: FactorPolicy = { requiredFor: [], basicAlone: false }

type Judged = Pick<Account, 'passwordHash' | 'factors' | 'groups' | 'scenarios'>

/** Whether the settings ask for a second factor. Users without a password sign in elsewhere, which is asked there. */
export function mustHaveFactor({ requiredFor }: FactorPolicy, account: Judged): boolean {
  if (requiredFor.length === 0 || account.passwordHash === null) return false
  return requiredFor.some(
    (name) =>
      name === everybody ||
      account.groups.has(name) ||
      (name === superuser && [...account.scenarios.values()].some((access) => access.superuser)),
  )
}

/**
 * Whether a password alone does not sign the user in: there is an app for codes, or a second factor is asked for and
 * there are passkeys.
 */
export function needsCode(policy: FactorPolicy, account: Judged): boolean {
  return account.factors.totp || (account.factors.passkeys && mustHaveFactor(policy, account))
}
