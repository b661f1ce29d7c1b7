/** Recovery codes for a lost phone: shown once and valid once. The database stores keyed hashes. */
import { randomBytes } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'
import type { SealedSecrets } from './sealed-secret.ts'

const codesPerUser = 10
/** Letters and digits that cannot be confused with each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const lettersPerGroup = 4

function newCode(): string {
  const letters: string[] = []
  // Bytes above the largest multiple are skipped, because they would make some letters more likely.
  const limit = 256 - (256 % alphabet.length)
  while (letters.length < groups * lettersPerGroup) {
    for (const byte of randomBytes(32)) {
      if (byte < limit && letters.length < groups * lettersPerGroup)
        letters.push(alphabet[byte % alphabet.length]!)
    }
  }
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Normalizes a typed code: blanks, hyphens and case are ignored. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

export interface RecoveryCodes {
  /** Creates new codes and invalidates the previous ones. */
  renew(userId: number): Promise<readonly string[]>
  /** Returns whether the code was valid, and invalidates it. */
  take(userId: number, code: string): Promise<boolean>
}

export function createRecoveryCodes(database: ControlDatabase, secrets: SealedSecrets): RecoveryCodes {
  const hashOf = (userId: number, code: string): string => secrets.hash(`recovery ${userId} ${plain(code)}`)
  return {
    renew: async (userId) => {
      const codes = Array.from({ length: codesPerUser }, newCode)
      await database.withTransaction(async (client) => {
        await client.query('DELETE FROM control."recoverycode" WHERE "user" = $1', [userId])
        await client.query(
          'INSERT INTO control."recoverycode" ("user", "code") SELECT $1, unnest($2::text[])',
          [userId, codes.map((code) => hashOf(userId, code))],
        )
      })
      return codes
    },
    take: async (userId, code) => {
      const { rowCount } = await database.query({
        text: 'DELETE FROM control."recoverycode" WHERE "user" = $1 AND "code" = $2',
        values: [userId, hashOf(userId, code)],
      })
      return rowCount === 1
    },
  }
}
