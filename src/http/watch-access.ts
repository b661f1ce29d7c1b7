/** Ends event streams whose credentials are revoked, or whose user loses a permission, without waiting for their end. */
import type { Access } from '../auth/access.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { Credentials } from '../auth/credential-schemes.ts'
import type { Principal } from '../auth/principal.ts'
import { ServiceError } from '../errors/service-error.ts'

export interface AccessWatch {
  /** Aborts when the user loses a permission that the stream requires, or when the credentials are revoked. */
  readonly revoked: AbortSignal
  /** The principal of the request with its permissions as of the last check. */
  readonly principal: Principal
  close(): void
}

/** Delay of a check in milliseconds: one change of a user sends several notifications. */
const checkAfterMs = 100
/** Random additional delay: a change of a scenario sends a notification for each of its users. */
const checkWithinMs = 400
/** Maximum delay after a change of many users, whose accounts must not be loaded all at the same time. */
const checkAllWithinMs = 5_000
/** Delay of the next check after one that failed, for instance without a connection to the database. */
const retryAfterMs = 2_000

/** Where permissions are looked up, and their changes announced. */
export interface WatchedAuth extends Pick<Authenticator, 'recheck'> {
  readonly access: Pick<Access, 'watch'>
}

type Permitted = Pick<Principal, 'scenarios' | 'busyScenarios' | 'scope' | 'limits'>

/**
 * Watches the access of the user of a request until the watch is closed. Only a loss of permissions in `scenarios`
 * (by default in all of the user) ends the stream; additional permissions do not. The first check finds what was
 * revoked since the sign-in. Checks do not extend sessions.
 */
export async function watchAccess(
  auth: WatchedAuth,
  credentials: Credentials,
  principal: Principal,
  scenarios: readonly string[] = [...principal.scenarios.keys()],
): Promise<AccessWatch> {
  const revoked = new AbortController()
  let current = principal
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function check(): Promise<void> {
    const access = await auth.recheck(credentials, principal).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status < 500) return undefined
      throw error
    })
    if (access === undefined || !hasAll(access, principal, scenarios)) revoked.abort()
    else current = { ...principal, scenarios: withBusy(access, principal) }
  }

  function schedule(delayMs: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      check().catch(() => schedule(retryAfterMs * (1 + Math.random())))
    }, delayMs).unref()
  }

  const stop = auth.access.watch(principal.userId, (scope) =>
    schedule(
      scope === 'user' ? checkAfterMs + Math.random() * checkWithinMs : Math.random() * checkAllWithinMs,
    ),
  )
  const close = (): void => {
    isClosed = true
    stop()
    clearTimeout(timer)
  }
  try {
    await check()
  } catch (error) {
    close()
    throw error
  }
  return {
    revoked: revoked.signal,
    get principal() {
      return current
    },
    close,
  }
}

/**
 * Returns whether all that was permitted in the scenarios before still is. The data of a busy scenario is being
 * replaced.
 */
function hasAll(now: Permitted, before: Permitted, scenarios: readonly string[]): boolean {
  if (now.scope !== before.scope || limitsText(now) !== limitsText(before)) return false
  return scenarios.every((name) => {
    const [past, present] = [before.scenarios.get(name), now.scenarios.get(name)]
    if (past === undefined) return true
    if (present === undefined) return now.busyScenarios?.has(name) === true
    return (
      (!past.superuser || present.superuser) &&
      [...past.permissions].every((one) => present.permissions.has(one))
    )
  })
}

/** Returns the current permissions, and the previous ones in busy scenarios. */
const withBusy = (now: Permitted, before: Permitted): Principal['scenarios'] =>
  new Map([
    ...now.scenarios,
    ...[...before.scenarios].filter(
      ([name]) => !now.scenarios.has(name) && now.busyScenarios?.has(name) === true,
    ),
  ])

const limitsText = ({ limits }: Permitted): string =>
  JSON.stringify([limits?.entities, limits?.scenarios].map((names) => names && [...names].toSorted()))
