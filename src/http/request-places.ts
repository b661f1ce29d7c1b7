/**
 * The slots that one request takes: among requests being identified, among all running requests, and among the
 * requests of its user. A request with invented credentials takes no slot of users.
 */
import type { FastifyRequest } from 'fastify'
import { isBasic } from '../auth/credentials/basic-header.ts'
import { sessionCookie } from '../auth/sessions/cookies.ts'
import { createPermits, type Permits } from '../database/permits.ts'
import type { Admission } from './admission.ts'
import { credentialsOf, type Exchange } from './exchange.ts'
import type { Route } from './routes/route.ts'

export interface RequestPlaces {
  /** Sets the functions `enter`, `identified` and `leave` of the exchange. */
  attach(exchange: Exchange, route: Pick<Route, 'access' | 'always'>): void
}

export interface RequestPlacesOptions {
  readonly admission: Admission
  /** Maximum number of running requests. */
  readonly maxRequests: number
  /** Number of database connections. */
  readonly connections: number
  /** Waits before a request without a free slot is rejected. */
  readonly beforeRefusal: (signal: AbortSignal) => Promise<void>
}

/** Maximum time in milliseconds that a request waits for a turn of its user. */
const turnWaitMs = 30_000
/**
 * Maximum time in milliseconds that a request with unknown credentials waits until they are checked, and maximum
 * number of waiting requests per address.
 */
const identificationWaitMs = 15_000
const waitingPerAddress = 2_000
/** Shares of the slots for password checks that run or wait, in total and per address. */
const passwordShare = 1 / 5
const passwordAddressShare = 1 / 10

export function createRequestPlaces(options: RequestPlacesOptions): RequestPlaces {
  const { admission, maxRequests, connections, beforeRefusal } = options
  const turns = createPermits({
    total: connections,
    perOwner: Math.ceil(connections / 2),
    waitMs: turnWaitMs,
    waitingPerOwner: Math.max(1, Math.floor(maxRequests / 2)),
  })
  const waiting = { waitMs: identificationWaitMs, waitingPerOwner: waitingPerAddress }
  // Each lookup reads a session or key from the database. One connection stays free for known users, and one listens
  // for notifications.
  const total = Math.max(1, connections - 2)
  const lookups = createPermits({
    total,
    perOwner: Math.min(total, Math.ceil(connections / 2)),
    ...waiting,
  })
  // Password checks wait for a processor most of the time.
  const passwordChecks = createPermits({
    total: Math.max(1, Math.floor(maxRequests * passwordShare)),
    perOwner: Math.max(1, Math.floor(maxRequests * passwordAddressShare)),
    ...waiting,
  })

  async function waitForPermit(
    permits: Permits,
    owner: string,
    { signal }: Exchange,
    onRefusal: () => void,
  ): Promise<() => void> {
    try {
      return await permits.take(owner, signal)
    } catch (error) {
      onRefusal()
      await beforeRefusal(signal)
      throw error
    }
  }

  /** The slots of one request. If a slot is free, the request does not wait. */
  class Places {
    readonly #exchange: Exchange
    readonly #route: Pick<Route, 'access' | 'always'>
    #leavePlace: (() => void) | undefined
    #endTurn: (() => void) | undefined
    #isIdentifying = false

    constructor(exchange: Exchange, route: Pick<Route, 'access' | 'always'>) {
      this.#exchange = exchange
      this.#route = route
    }

    leave(): void {
      this.#leavePlace?.()
      this.#endTurn?.()
      this.#endTurn = undefined
    }

    enter(): Promise<void> | undefined {
      const exchange = this.#exchange
      const { request, reply, service } = exchange
      if (this.#route.always === true || reply.raw.destroyed) return undefined
      if (isKnown(exchange)) {
        this.#leavePlace = admission.enter()
        return this.#awaitTurn()
      }
      if (this.#route.access === 'public' || !hasCredentials(request)) {
        this.#leavePlace = admission.enter(exchange.network)
      } else if (service.auth.recognizes(credentialsOf(exchange))) {
        this.#leavePlace = admission.enter()
      } else return this.#enterUnidentified()
      return undefined
    }

    identified(): Promise<void> | undefined {
      if (this.#route.always === true || this.#exchange.reply.raw.destroyed) return undefined
      if (this.#isIdentifying) {
        this.#leavePlace?.()
        this.#leavePlace = admission.enter()
      }
      return this.#awaitTurn()
    }

    #awaitTurn(): Promise<void> | undefined {
      if (this.#endTurn !== undefined) return undefined
      this.#endTurn = turns.tryTake(this.#exchange.client)
      return this.#endTurn === undefined ? this.#waitForTurn() : undefined
    }

    async #waitForTurn(): Promise<void> {
      const exchange = this.#exchange
      const taken = await waitForPermit(turns, exchange.client, exchange, () => this.leave())
      // A request whose client has disconnected must not keep a turn.
      if (exchange.reply.raw.destroyed) taken()
      else this.#endTurn = taken
    }

    async #enterUnidentified(): Promise<void> {
      const exchange = this.#exchange
      const permits = isBasic(exchange.request.headers.authorization) ? passwordChecks : lookups
      const taken = await waitForPermit(permits, exchange.network, exchange, () => undefined)
      if (exchange.reply.raw.destroyed) return taken()
      this.#isIdentifying = true
      this.#leavePlace = () => {
        this.#isIdentifying = false
        taken()
      }
    }
  }

  return {
    attach: (exchange, route) => {
      const places = new Places(exchange, route)
      exchange.leave = () => places.leave()
      exchange.enter = () => places.enter()
      exchange.identified = () => places.identified()
    },
  }
}

/** Returns true if a request has credentials; `identify` checks whether they are valid. */
const hasCredentials = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || headers.cookie?.includes(`${sessionCookie}=`) === true

/** Returns true if the client is a signed-in user. */
const isKnown = ({ client }: Exchange): boolean => client.startsWith('user ')
