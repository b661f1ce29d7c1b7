/**
 * Bodies that are on their way. A request whose body has not arrived takes no place among the requests under way; here
 * it is counted by its sender, so that nobody's slow bodies keep others waiting.
 */
import { ServiceError } from '../errors/service-error.ts'

/**
 * `anonymous`: sent before sign-in; `whole`: handled once it is complete; `lines`, `files`: handled while it arrives,
 * with a connection to the database and with a file.
 */
export type ArrivalKind = 'anonymous' | 'whole' | 'lines' | 'files'

/** Bodies of a kind that may be on their way. */
export interface ArrivalLimits {
  readonly total: number
  /** Of one user or address. */
  readonly perClient: number
}

export interface Arrival {
  /** Aborts when the body has to make room for a later one. */
  readonly signal: AbortSignal
  /** The body is here, or was given up. May be called more than once. */
  end(): void
}

export interface Arrivals {
  readonly count: number
  /**
   * Counts a body. One more before sign-in makes the oldest one give up: an honest body is complete within moments.
   * Throws `overloaded` for one more of a user.
   */
  begin(kind: ArrivalKind, client: string): Arrival
}

interface Body {
  readonly client: string
  readonly controller: AbortController
}

export function createArrivals(limits: Readonly<Record<ArrivalKind, ArrivalLimits>>): Arrivals {
  // A set keeps the order of arrival.
  const bodies: Readonly<Record<ArrivalKind, Set<Body>>> = {
    anonymous: new Set(),
    whole: new Set(),
    lines: new Set(),
    files: new Set(),
  }
  const perClient = new Map<string, number>()

  function remove(kind: ArrivalKind, body: Body): void {
    if (!bodies[kind].delete(body)) return
    const key = `${kind} ${body.client}`
    const left = (perClient.get(key) ?? 1) - 1
    if (left === 0) perClient.delete(key)
    else perClient.set(key, left)
  }

  /** Makes room, or throws. */
  function makeRoom(kind: ArrivalKind, isFull: boolean, oldest: () => Body | undefined): void {
    if (!isFull) return
    const body = kind === 'anonymous' ? oldest() : undefined
    if (body === undefined) throw new ServiceError('overloaded', {}, { headers: { 'Retry-After': '2' } })
    remove(kind, body)
    body.controller.abort()
  }

  return {
    get count() {
      return Object.values(bodies).reduce((sum, { size }) => sum + size, 0)
    },
    begin: (kind, client) => {
      const { total, perClient: own } = limits[kind]
      const key = `${kind} ${client}`
      const known = bodies[kind]
      makeRoom(kind, (perClient.get(key) ?? 0) >= own, () =>
        [...known].find((body) => body.client === client),
      )
      makeRoom(kind, known.size >= total, () => [...known][0])
      const body: Body = { client, controller: new AbortController() }
      known.add(body)
      perClient.set(key, (perClient.get(key) ?? 0) + 1)
      return { signal: body.controller.signal, end: () => remove(kind, body) }
    },
  }
}

/** The limits of a process. Bodies that are handled while they arrive hold a connection to the database. */
export function arrivalLimits(settings: {
  readonly POOL_SIZE: number
  readonly MAX_BODIES_PER_USER: number
}): Readonly<Record<ArrivalKind, ArrivalLimits>> {
  const { POOL_SIZE: connections, MAX_BODIES_PER_USER: perClient } = settings
  const lines = Math.max(2, Math.floor(connections * 0.4))
  return {
    anonymous: { total: 100, perClient: 20 },
    whole: { total: Math.max(2_000, perClient), perClient },
    lines: { total: lines, perClient: Math.max(1, Math.floor(lines / 2)) },
    files: { total: Math.max(200, perClient), perClient: Math.max(1, Math.floor(perClient / 5)) },
  }
}
