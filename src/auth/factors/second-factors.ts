/** Combines the second factors of local users: reads which factors a user has, verifies codes, and deletes all factors. */
import type { ControlDatabase } from '../../database/database.ts'
import type { Account } from '../accounts.ts'
import type { SharedThrottle } from '../credentials/shared-throttle.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { type FactorPolicy, mustHaveFactor } from './policy.ts'
import { createRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts'
import { createSealedSecrets } from './sealed-secret.ts'
import { createTimeCodes, isTimeCode, type TimeCodes } from './time-codes.ts'

export interface FactorState {
  /** Whether the user signs in with a local password; other users have no local second factor. */
  readonly local: boolean
  /** Whether the settings require a second factor. */
  readonly required: boolean
  readonly totp: boolean
  readonly recovery_codes: number
  readonly passkeys: readonly {
    readonly id: number
    readonly name: string
    /** Times in UTC. */
    readonly created: string
    readonly last_used: string | null
  }[]
}

export interface SecondFactors {
  readonly timeCodes: TimeCodes
  readonly recoveryCodes: RecoveryCodes
  readonly passkeys: Passkeys
  readonly policy: FactorPolicy
  state(account: Account): Promise<FactorState>
  /**
   * Verifies and uses a code of the app or a recovery code, throttled like passwords. Returns its kind; undefined for
   * a wrong code. Throws `too_many_attempts`.
   */
  takeCode(account: Account, code: string, address: string): Promise<'totp' | 'recovery' | undefined>
}

export interface SecondFactorsOptions {
  readonly database: ControlDatabase
  /** Secret of the installation. */
  readonly secret: string
  readonly policy: FactorPolicy
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly throttle: SharedThrottle
}

const moment = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

export function createSecondFactors({
  database,
  secret,
  policy,
  now,
  throttle,
}: SecondFactorsOptions): SecondFactors {
  const secrets = createSealedSecrets(secret)
  const timeCodes = createTimeCodes({ database, secrets, now })
  const recoveryCodes = createRecoveryCodes(database, secrets)
  return {
    timeCodes,
    recoveryCodes,
    passkeys: createPasskeys({ database, secrets, now }),
    policy,
    state: async (account) => {
      const { rows } = await database.query<{ state: string }>({
        text: `SELECT json_build_object(
            'totp', EXISTS (SELECT FROM control."totp" WHERE "user" = $1 AND "confirmed" IS NOT NULL),
            'recovery_codes', (SELECT count(*) FROM control."recoverycode" WHERE "user" = $1),
            'passkeys', coalesce((SELECT json_agg(json_build_object('id', "id", 'name', "name",
              'created', ${moment('"created"')}, 'last_used', ${moment('"last_used"')}) ORDER BY "id")
              FROM control."passkey" WHERE "user" = $1), '[]'))::text AS "state"`,
        values: [account.userId],
      })
      const found: Omit<FactorState, 'local' | 'required'> = JSON.parse(rows[0]!.state)
      return { local: account.passwordHash !== null, required: mustHaveFactor(policy, account), ...found }
    },
    takeCode: async (account, code, address) => {
      const attempt = await throttle.admit(account.username, address)
      const given = code.trim().replaceAll(/^(\d{3})[\s-](\d{3})$/g, '$1$2')
      const kind = isTimeCode(given) ? 'totp' : 'recovery'
      try {
        const taken =
          kind === 'totp'
            ? await timeCodes.take(account.userId, given)
            : await recoveryCodes.take(account.userId, given)
        if (taken) await attempt.succeeded()
        else await attempt.failed()
        return taken ? kind : undefined
      } catch (error) {
        attempt.withdrawn()
        throw error
      }
    },
  }
}

/** Deletes all second factors of a user, so that the password alone is sufficient again. Returns whether there were any. */
export async function resetSecondFactors(database: ControlDatabase, userId: number): Promise<boolean> {
  const { rows } = await database.query<{ removed: number }>({
    text: `WITH "codes" AS (DELETE FROM control."totp" WHERE "user" = $1 RETURNING 1),
        "keys" AS (DELETE FROM control."passkey" WHERE "user" = $1 RETURNING 1),
        "others" AS (DELETE FROM control."recoverycode" WHERE "user" = $1 RETURNING 1)
      SELECT ((SELECT count(*) FROM "codes") + (SELECT count(*) FROM "keys") + (SELECT count(*) FROM "others"))::integer
        AS "removed"`,
    values: [userId],
  })
  return rows[0]!.removed > 0
}
