/**
 * Slows guessing of passwords down, per user from one address, per address, and per user from anywhere.
 *
 * After some free failures each further one doubles the pause before the next attempt is looked at. Attempts
 * during a pause are refused unseen, right or wrong: otherwise the pause would not slow guessing. What others
 * guess slows a user only where the user has not signed in from before: neither guesses of other names at the same
 * address, nor guesses of the own name from elsewhere.
 */
import { ServiceError } from '../../errors/service-error.ts'
import type { Counted } from './shared-failures.ts'

interface Limit {
  /** Failures that cost nothing. */
  readonly free: number
  /** Longest pause, in milliseconds. */
  readonly longest: number
}

/** What is counted of an attempt. */
export const countedKinds = ['pair', 'address', 'user'] as const
export type CountedKind = (typeof countedKinds)[number]
export type ThrottleLimits = Readonly<Record<CountedKind, Limit>>

export const passwordLimits: ThrottleLimits = {
  pair: { free: 5, longest: 60_000 },
  address: { free: 50, longest: 60_000 },
  user: { free: 30, longest: 15_000 },
}
/** Codes of six digits are asked for after the password: whoever guesses them knows that. */
export const codeLimits: ThrottleLimits = {
  pair: { free: 5, longest: 10 * 60_000 },
  address: { free: 50, longest: 60_000 },
  user: { free: 15, longest: 10 * 60_000 },
}

/** Failures are forgotten after a quarter of an hour without further ones. */
export const failureMemoryMs = 15 * 60_000
/**
 * Attempts of one name at one address that were refused unseen, up to which credentials known to be right are taken
 * meanwhile. Beyond, whoever guesses could tell by that which password is right, as fast as requests can be sent.
 */
const mostGuesses = 1_000

/** Entries per kind of counter: about 2 MB in all. */
const capacity = 10_000

export interface Attempt {
  succeeded(): void
  failed(): void
  /** The attempt came to no result (the database was away): it never was. */
  withdrawn(): void
}

export interface Throttle {
  /** Throws `too_many_attempts` when the next attempt has to wait. */
  check(name: string, address: string): void
  /**
   * The same for credentials that were found right a short while ago: where the user has signed in before, they wait for
   * no guesses of others, not even of the own name, as long as these are not thousands.
   */
  checkVerified(name: string, address: string): void
  /** Checks, and counts the attempt as a failure until it is known to be none: many at once count, too. */
  admit(name: string, address: string): Attempt
  /** Takes over what other servers have counted for the name at the address. */
  learn(name: string, address: string, counted: Readonly<Partial<Record<CountedKind, Counted>>>): void
}

/** A name and the network it is used from, as one word. */
export function placeOf(name: string, address: string): string {
  return `${fold(name)} ${network(address)}`
}

/** What is counted of an attempt, as texts. */
export function subjectsOf(name: string, address: string): Readonly<Record<CountedKind, string>> {
  return { pair: placeOf(name, address), address: network(address), user: fold(name) }
}

/** With places from which users have signed in before this process began, or in others. */
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

/** Puts an entry last and drops the first one when there are too many: the map stays bounded. */
function setNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next()
  if (map.size > capacity && !oldest.done) map.delete(oldest.value)
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Whoever has an IPv6 address has 2^64 of them: the network counts. An IPv4 address may come in IPv6 dress. */
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
