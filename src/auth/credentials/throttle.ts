/**
 * Throttles guessing of passwords: per user from one address, per address, and per user from any address.
 *
 * After some free failures each further one doubles the pause before the next attempt. Attempts during a pause are
 * rejected without a check, right or wrong, because otherwise the pause would not slow down guessing. Failures of
 * others delay a user only at places from which the user has not signed in before; this applies to failures of other
 * names at the same address and to failures of the own name from other addresses.
 */
import { ServiceError } from '../../errors/service-error.ts'
import type { Counted } from './shared-failures.ts'

interface Limit {
  /** Number of failures without a pause. */
  readonly free: number
  /** Maximum pause, in milliseconds. */
  readonly longest: number
}

/** Kinds of counters of an attempt. */
export const countedKinds = ['pair', 'address', 'user'] as const
export type CountedKind = (typeof countedKinds)[number]
export type ThrottleLimits = Readonly<Record<CountedKind, Limit>>

export const passwordLimits: ThrottleLimits = {
  pair: { free: 5, longest: 60_000 },
  address: { free: 50, longest: 60_000 },
  user: { free: 30, longest: 15_000 },
}
/** Limits of codes of six digits. They are stricter, because an attacker who guesses codes already knows the password. */
export const codeLimits: ThrottleLimits = {
  pair: { free: 5, longest: 10 * 60_000 },
  address: { free: 50, longest: 60_000 },
  user: { free: 15, longest: 10 * 60_000 },
}

/** Time after which failures expire if there are no further ones: 15 minutes, in milliseconds. */
export const failureMemoryMs = 15 * 60_000
/**
 * Maximum number of rejected attempts of one name at one address up to which recently verified credentials are
 * accepted during a pause. Beyond it, an attacker could find out from the response which password is right, as fast
 * as requests can be sent.
 */
const mostGuesses = 1_000

/** Maximum number of entries per kind of counter; about 2 MB in total. */
const capacity = 10_000

export interface Attempt {
  succeeded(): void
  failed(): void
  /** Cancels the attempt, which had no result because, for instance, the database was not available. */
  withdrawn(): void
}

export interface Throttle {
  /** Throws `too_many_attempts` if the next attempt has to wait. */
  check(name: string, address: string): void
  /**
   * Does the same for recently verified credentials: at places from which the user has signed in before, they do not
   * wait because of failures of others, even of the own name, unless there are thousands of them.
   */
  checkVerified(name: string, address: string): void
  /**
   * Checks the limits, and counts the attempt as a failure until its result is known, so that concurrent attempts
   * count too.
   */
  admit(name: string, address: string): Attempt
  /** Takes the failures that other servers have counted for the name at the address. */
  learn(name: string, address: string, counted: Readonly<Partial<Record<CountedKind, Counted>>>): void
}

/** Returns a name and the network of its address as one text. */
export function placeOf(name: string, address: string): string {
  return `${fold(name)} ${network(address)}`
}

/** Returns the subjects that are counted for an attempt. */
export function subjectsOf(name: string, address: string): Readonly<Record<CountedKind, string>> {
  return { pair: placeOf(name, address), address: network(address), user: fold(name) }
}

/** `known` returns the places from which users have signed in before this process started, or in other processes. */
export function createThrottle(
  now: () => number,
  known: { has(place: string): boolean } = { has: () => false },
  limits: ThrottleLimits = passwordLimits,
): Throttle {
  const pairs = new Map<string, Counted>()
  const addresses = new Map<string, Counted>()
  const users = new Map<string, Counted>()
  const trusted = new Map<string, true>()
  const guesses = new Map<string, Counted>()

  const current = (counters: Map<string, Counted>, key: string): Counted | undefined => {
    const counter = counters.get(key)
    if (counter !== undefined && now() - counter.last <= failureMemoryMs) return counter
    counters.delete(key)
    return undefined
  }

  const pauseLeft = (counters: Map<string, Counted>, key: string, limit: Limit): number => {
    const counter = current(counters, key)
    if (counter === undefined || counter.failures < limit.free) return 0
    const pause = Math.min(limit.longest, 1000 * 2 ** Math.min(counter.failures - limit.free, 20))
    return counter.last + pause - now()
  }

  const add = (counters: Map<string, Counted>, key: string, failures: number): void => {
    const total = (current(counters, key)?.failures ?? 0) + failures
    if (total > 0) setNewest(counters, key, { failures: total, last: now() })
    else counters.delete(key)
  }

  const check = (name: string, address: string): void => {
    if (pairs.size === 0 && addresses.size === 0 && users.size === 0) return
    const [user, place] = [fold(name), network(address)]
    const pair = `${user} ${place}`
    const byOthers = Math.max(
      pauseLeft(addresses, place, limits.address),
      pauseLeft(users, user, limits.user),
    )
    const exempt = byOthers > 0 && (trusted.has(pair) || known.has(pair))
    const wait = Math.max(pauseLeft(pairs, pair, limits.pair), exempt ? 0 : byOthers)
    if (wait <= 0) return
    const seconds = Math.ceil(wait / 1000)
    throw new ServiceError('too_many_attempts', { seconds }, { headers: { 'Retry-After': String(seconds) } })
  }

  const learn = (counters: Map<string, Counted>, key: string, counted: Counted | undefined): void => {
    if (counted === undefined) return
    const own = current(counters, key)
    if (own !== undefined && own.failures >= counted.failures && own.last >= counted.last) return
    setNewest(counters, key, {
      failures: Math.max(counted.failures, own?.failures ?? 0),
      last: Math.max(counted.last, own?.last ?? 0),
    })
  }

  return {
    check,
    learn: (name, address, counted) => {
      learn(pairs, placeOf(name, address), counted.pair)
      learn(addresses, network(address), counted.address)
      learn(users, fold(name), counted.user)
    },
    checkVerified: (name, address) => {
      const pair = placeOf(name, address)
      const isKnown = trusted.has(pair) || known.has(pair)
      if (!isKnown || (current(guesses, pair)?.failures ?? 0) >= mostGuesses) check(name, address)
    },
    admit: (name, address) => {
      try {
        check(name, address)
      } catch (error) {
        add(guesses, placeOf(name, address), 1)
        throw error
      }
      const [user, place] = [fold(name), network(address)]
      const pair = `${user} ${place}`
      add(pairs, pair, 1)
      return {
        succeeded: () => {
          pairs.delete(pair)
          setNewest(trusted, pair, true)
        },
        failed: () => {
          add(addresses, place, 1)
          add(users, user, 1)
        },
        withdrawn: () => add(pairs, pair, -1),
      }
    },
  }
}

/** Appends an entry and drops the first one if there are too many, so that the size of the map is limited. */
function setNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next()
  if (map.size > capacity && !oldest.done) map.delete(oldest.value)
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase()

/**
 * Returns the network of an address: the first 64 bits of an IPv6 address, because a client has 2^64 of them, or the
 * whole IPv4 address, also if it is mapped to IPv6.
 */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
