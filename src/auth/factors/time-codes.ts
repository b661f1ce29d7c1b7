/** Codes of an authenticator app (TOTP, RFC 6238): six digits for each period of 30 seconds, each accepted once. */
import type { ControlDatabase } from '../../database/database.ts'
import type { SealedSecrets } from './sealed-secret.ts'

export interface TimeCodes {
  /**
   * Offers a new secret, which becomes active after its first code. Returns undefined if the user already has an
   * active one.
   */
  offer(user: { readonly userId: number; readonly username: string }): Promise<OfferedSecret | undefined>
  /** Activates the offered secret with its first code. Returns false for a wrong code, or without an offered secret. */
  confirm(userId: number, code: string): Promise<boolean>
  /** Returns whether the code is right and was not used before. */
  take(userId: number, code: string): Promise<boolean>
  /** Removes the secret. Returns whether there was an active one. */
  remove(userId: number): Promise<boolean>
}

export interface OfferedSecret {
  /** In base 32, for typing. */
  readonly secret: string
  /** URI that apps read from a QR code. */
  readonly uri: string
}

export interface TimeCodesOptions {
  readonly database: ControlDatabase
  readonly secrets: SealedSecrets
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const issuer = 'Planning'
const secretBytes = 20
const periodSeconds = 30
/** Number of periods before and after the current one whose codes are accepted, because clocks of phones differ. */
const tolerance = 1

// Loaded on first use.
const library = (): Promise<typeof import('otpauth')> => import('otpauth')
const ownerOf = (userId: number): string => `totp of ${userId}`
export const isTimeCode = (code: string): boolean => /^\d{6}$/.test(code)

export function createTimeCodes({ database, secrets, now }: TimeCodesOptions): TimeCodes {
  /** Returns the period of the code; undefined for a wrong code. */
  async function stepOf(
    userId: number,
    code: string,
    state: 'offered' | 'confirmed',
  ): Promise<number | undefined> {
    if (!isTimeCode(code)) return undefined
    const { rows } = await database.query<{ secret: string }>({
      text: `SELECT "secret" FROM control."totp" WHERE "user" = $1 AND ("confirmed" IS NOT NULL) = $2`,
      values: [userId, state === 'confirmed'],
    })
    const secret = rows[0] && secrets.open(rows[0].secret, ownerOf(userId))
    if (secret === undefined) return undefined
    const { Secret, TOTP } = await library()
    const timestamp = now()
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds })
    const delta = totp.validate({ token: code, timestamp, window: tolerance })
    return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta
  }

  /** Stores the period as used, so that only one of several concurrent uses of a code succeeds. */
  async function use(userId: number, step: number | undefined): Promise<boolean> {
    if (step === undefined) return false
    const { rowCount } = await database.query({
      text: `UPDATE control."totp" SET "last_step" = $2, "confirmed" = coalesce("confirmed", now())
        WHERE "user" = $1 AND "last_step" < $2`,
      values: [userId, step],
    })
    return rowCount === 1
  }

  return {
    offer: async ({ userId, username }) => {
      const { Secret, TOTP } = await library()
      const secret = new Secret({ size: secretBytes })
      const { rowCount } = await database.query({
        text: `INSERT INTO control."totp" AS t ("user", "secret") VALUES ($1, $2)
          ON CONFLICT ("user") DO UPDATE SET "secret" = excluded."secret", "created" = now(), "last_step" = 0
          WHERE t."confirmed" IS NULL`,
        values: [userId, secrets.seal(secret.base32, ownerOf(userId))],
      })
      if (rowCount !== 1) return undefined
      const uri = new TOTP({ issuer, label: username, secret, period: periodSeconds }).toString()
      return { secret: secret.base32, uri }
    },
    confirm: async (userId, code) => use(userId, await stepOf(userId, code, 'offered')),
    take: async (userId, code) => use(userId, await stepOf(userId, code, 'confirmed')),
    remove: async (userId) => {
      const { rows } = await database.query<{ counted: boolean }>({
        text: `DELETE FROM control."totp" WHERE "user" = $1 RETURNING "confirmed" IS NOT NULL AS "counted"`,
        values: [userId],
      })
      return rows[0]?.counted === true
    },
  }
}
