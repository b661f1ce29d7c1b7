/**
 * Hashes and verifies passwords with argon2id. Both run on the thread pool, only a few at a time: each takes 19 MiB
 * and a CPU core for 13–60 ms, and file access and name resolution use the same pool.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairRoom } from './fair-room.ts'

/** Recommended parameters for interactive sign-ins: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Leaves one CPU core for other work. */
const room = createFairRoom({
  atOnce: Math.min(4, Math.max(1, availableParallelism() - 1)),
  waiting: 200,
  waitingPerGroup: 40,
})

// Depending on the keyboard, a password can be typed with composed or decomposed letters.
const normalized = (password: string): string => password.normalize('NFC')

/** Returns the hash to store. */
export function hashPassword(password: string): Promise<string> {
  return room.run('hashes', () => hash(normalized(password), parameters))
}

let nobody: Promise<string> | undefined

/**
 * Returns whether the password matches the hash. Without a hash (unknown user, user without a password) it takes the
 * same time and returns false, so that the response time does not reveal which names exist. Verifications of one
 * group wait for each other before they delay other groups.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  group = '',
): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString('base64'))
  const against = stored ?? (await nobody)
  return room.run(group, async () => {
    try {
      return (await verify(against, normalized(password))) && typeof stored === 'string'
    } catch {
      // The stored text is not an argon2 hash: an administrator has locked the account manually.
      return false
    }
  })
}
