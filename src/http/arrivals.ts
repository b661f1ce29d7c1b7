/**
 * Limits the number of request bodies that are still being received. A request takes no request slot while its body
 * arrives. It is counted per sender here, so that slow bodies of one sender do not block other senders.
 */
import { ServiceError } from '../errors/service-error.ts'

/**
 * `anonymous`: sent before sign-in; `whole`: processed once the body is complete; `lines`: processed while the body
 * arrives, with a database connection; `files`: processed while the body arrives, with a file.
 */
export type ArrivalKind = 'anonymous' | 'whole' | 'lines' | 'files'

/** Maximum number of bodies of a kind that may be arriving. */
export interface ArrivalLimits {
  readonly total: number
  /** Maximum number per user or address. */
  readonly perClient: number
}

export interface Arrival {
  /** Aborts if the body must make room for a later one. */
  readonly signal: AbortSignal
  /** Ends the arrival: the body is complete or was aborted. May be called more than once. */
  end(): void
}

export interface Arrivals {
  readonly count: number
  /**
   * Counts a body. If the limit before sign-in is reached, the oldest body is aborted, because a normal body is
   * complete within moments. Throws `overloaded` if a limit of the other kinds is reached.
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

  /** Aborts the oldest body if it is anonymous and the limit is reached; throws `overloaded` for the other kinds. */
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

/**
 * Returns the limits of a process. Bodies that are processed line by line while they arrive hold a database
 * connection.
 */
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
