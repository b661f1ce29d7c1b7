/** Ends event streams whose credentials are revoked, or whose user loses a permission, without waiting for their end. */
import type { Account } from '../auth/accounts.ts'
import type { Principal } from '../auth/principal.ts'
import { ServiceError } from '../errors/service-error.ts'
import { credentialsOf, type Exchange } from './exchange.ts'

export interface AccessWatch {
  /** Aborts when the client may no longer receive what it was permitted at the beginning. */
  readonly revoked: AbortSignal
  close(): void
}

/** Delay of a check in milliseconds: one change of a user sends several notifications. */
const checkAfterMs = 100
/** Maximum delay after a change of many users, whose accounts must not be loaded all at the same time. */
const checkAllWithinMs = 5_000

type Access = Pick<Principal, 'scenarios' | 'busyScenarios' | 'scope' | 'limits'>

/** Watches the access of the user of a request until the watch is closed. Further permissions change nothing. */
export async function watchAccess(exchange: Exchange, principal: Principal): Promise<AccessWatch> {
  const { auth } = exchange.service
  const { userId, via } = principal
  const account = await auth.access.accounts.get(userId)
  const revoked = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    timer = undefined
    // A password is not verified again: that takes long, and a changed one would count as a failed attempt.
    const access =
      via === 'basic'
        ? samePassword(await auth.access.accounts.get(userId), account)
        : await auth.authenticate(credentialsOf(exchange))
    if (access === undefined || !includes(access, principal)) revoked.abort()
  }

  const stop = auth.access.watch(userId, (scope) => {
    const delayMs = scope === 'user' ? checkAfterMs : Math.random() * checkAllWithinMs
    timer ??= setTimeout(() => {
      check().catch((error: unknown) => {
        // Without a database nothing is sent; the loss of its connection is followed by another check.
        if (error instanceof ServiceError && error.status < 500) revoked.abort()
      })
    }, delayMs).unref()
  })
  return {
    revoked: revoked.signal,
    close: () => {
      stop()
      clearTimeout(timer)
    },
  }
}

const samePassword = (now: Account | undefined, before: Account | undefined): Account | undefined =>
  before === undefined || now?.passwordHash === before.passwordHash ? now : undefined

/** Returns whether all that was permitted before still is. The data of a busy scenario is being replaced. */
function includes(now: Access, before: Access): boolean {
  if (now.scope !== before.scope || limitsText(now) !== limitsText(before)) return false
  return [...before.scenarios].every(([name, { superuser, permissions }]) => {
    const present = now.scenarios.get(name)
    if (present === undefined) return now.busyScenarios?.has(name) === true
    return (!superuser || present.superuser) && [...permissions].every((one) => present.permissions.has(one))
  })
}

const limitsText = ({ limits }: Access): string =>
  JSON.stringify([limits?.entities, limits?.scenarios].map((names) => names && [...names].toSorted()))
