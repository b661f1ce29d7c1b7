/**
 * Hashing and verifying of passwords with argon2id. Both run on the thread pool, few at a time: each takes
 * 19 MiB and a core for 13–60 ms, and files and name resolution share the pool.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairRoom } from './fair-room.ts'

/** Parameters recommended for interactive logins: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A processor stays free for other work. */
const room = createFairRoom({
  atOnce: Math.min(4, Math.max(1, availableParallelism() - 1)),
  waiting: 200,
  waitingPerGroup: 40,
})

// One password can be typed as composed or decomposed letters, depending on the keyboard.
const normalized = (password: string): string => password.normalize('NFC')

/** The hash to store. */
export function hashPassword(password: string): Promise<string> {
  return room.run('hashes', () => hash(normalized(password), parameters))
}

let nobody: Promise<string> | undefined

/**
 * Whether the password is the one hashed. Without a hash (unknown user, user without password) it takes the
 * same time and says no, so that time does not tell which names exist. Checks of one group wait for each other
 * rather than others for them.
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
      // Not an argon2 hash: an account locked by hand.
      return false
    }
  })
}
