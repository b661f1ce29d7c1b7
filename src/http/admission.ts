/**
 * Limits the load of the service: counts running requests and bytes of request bodies in memory. Requests above a
 * limit are rejected immediately with 503.
 */
import { ServiceError } from '../errors/service-error.ts'
import { tooLarge } from './body/raw-body.ts'

export interface Admission {
  readonly running: number
  readonly stopped: boolean
  /**
   * Admits a request; the returned function must be called once when the request has ended. Requests without sign-in
   * pass their address and share a limited part of the slots. Throws `overloaded`.
   */
  enter(anonymousFrom?: string): () => void
  /** Reserves memory for a body until `release` of the returned reservation is called. */
  hold(): BodyReservation
  /** Rejects all further requests. */
  stop(): void
}

export interface BodyReservation {
  /**
   * Counts bytes of a client. Throws `overloaded` if all bodies together, or those of the client, would be too large;
   * throws `body_too_large` if the body alone exceeds the limit.
   */
  add(bytes: number, client: string): void
  release(): void
}

export interface AdmissionLimits {
  readonly requests: number
  /**
   * Maximum number of bytes of all bodies. One client may use half of them; in addition, one body at a time may
   * exceed this share, up to the whole limit.
   */
  readonly bodyBytes: number
  /** Number of bytes of each body that are not counted, so that large bodies do not block small ones. */
  readonly freeBodyBytes?: number
}

/** Shares of the request slots for all anonymous requests together, and for anonymous requests from one address. */
const anonymousShare = 1 / 5
const addressShare = 1 / 10

/** Counts bytes of bodies by client. */
function createBodyMemory({ bodyBytes, freeBodyBytes: free = 0 }: AdmissionLimits): () => BodyReservation {
  const share = Math.ceil(bodyBytes / 2)
  const byClient = new Map<string, number>()
  /** Bytes of all clients within their shares. */
  let held = 0
  /** Body that exceeds the share of its client. */
  let largest: BodyReservation | undefined

  function count(client: string, bytes: number): void {
    const before = byClient.get(client) ?? 0
    const after = before + bytes
    held += Math.min(after, share) - Math.min(before, share)
    if (after === 0) byClient.delete(client)
    else byClient.set(client, after)
  }

  return () => {
    let own = 0
    let counted = 0
    let owner = ''
    const reservation: BodyReservation = {
      add: (bytes, client) => {
        // The body exceeds the limit on its own: a retry would not help.
        if (own + bytes > bodyBytes) throw tooLarge(bodyBytes)
        const wanted = Math.max(0, own + bytes - free) - counted
        const before = byClient.get(client) ?? 0
        if (held + Math.min(before + wanted, share) - Math.min(before, share) > bodyBytes) throw overloaded()
        if (wanted > 0 && before + wanted > share) {
          const isAlone = before === counted && (largest === undefined || largest === reservation)
          if (!isAlone) throw overloaded()
          largest = reservation
        }
        owner = client
        own += bytes
        counted += wanted
        count(client, wanted)
      },
      release: () => {
        if (counted > 0) count(owner, -counted)
        if (largest === reservation) largest = undefined
        own = 0
        counted = 0
      },
    }
    return reservation
  }
}

export function createAdmission(limits: AdmissionLimits): Admission {
  let running = 0
  let anonymous = 0
  const byAddress = new Map<string, number>()
  // At least two: the server of a test has only a few slots.
  const mostAnonymous = Math.max(2, Math.floor(limits.requests * anonymousShare))
  const mostByAddress = Math.max(2, Math.floor(limits.requests * addressShare))
  const memory = createBodyMemory(limits)

  function enterAnonymously(address: string): void {
    const own = byAddress.get(address) ?? 0
    if (anonymous >= mostAnonymous || own >= mostByAddress) throw overloaded()
    anonymous += 1
    byAddress.set(address, own + 1)
  }

  function leaveAnonymously(address: string): void {
    anonymous -= 1
    const own = (byAddress.get(address) ?? 1) - 1
    if (own === 0) byAddress.delete(address)
    else byAddress.set(address, own)
  }

  let stopped = false
  return {
    get running() {
      return running
    },
    get stopped() {
      return stopped
    },
    enter: (anonymousFrom) => {
      if (stopped) {
        throw new ServiceError('shutting_down', {}, { headers: { 'Retry-After': '5', Connection: 'close' } })
      }
      if (running >= limits.requests) throw overloaded()
      if (anonymousFrom !== undefined) enterAnonymously(anonymousFrom)
      running += 1
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        running -= 1
        if (anonymousFrom !== undefined) leaveAnonymously(anonymousFrom)
      }
    },
    hold: memory,
    stop: () => {
      stopped = true
    },
  }
}

const overloaded = (): ServiceError => new ServiceError('overloaded', {}, { headers: { 'Retry-After': '2' } })
