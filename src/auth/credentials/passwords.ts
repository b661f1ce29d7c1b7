/**
 * Hashing and verifying of passwords with argon2id. Both run on the thread pool, few at a time: each takes
 * 19 MiB and a core for 13–60 ms, and files and name resolution share the pool.
 */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { ServiceError } from '../../errors/service-error.ts'

/** Parameters recommended for interactive logins: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const atOnce = 2
const longestQueue = 200

let running = 0
const waiting: (() => void)[] = []

/** Runs a computation when there is room; refuses when the queue is long, so that a flood costs no memory. */
async function withRoom<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) {
      throw new ServiceError('overloaded', {}, { headers: { 'Retry-After': '5' } })
    }
    // Whoever finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await run()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

// One password can be typed as composed or decomposed letters, depending on the keyboard.
const normalized = (password: string): string => password.normalize('NFC')

/** The hash to store. */
export function hashPassword(password: string): Promise<string> {
  return withRoom(() => hash(normalized(password), parameters))
}

let nobody: Promise<string> | undefined

/**
 * Whether the password is the one hashed. Without a hash (unknown user, user without password) it takes the
 * same time and says no, so that time does not tell which names exist.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString('base64'))
  const against = stored ?? (await nobody)
  return withRoom(async () => {
    try {
      return (await verify(against, normalized(password))) && typeof stored === 'string'
    } catch {
      // Not an argon2 hash: an account locked by hand.
      return false
    }
  })
}
