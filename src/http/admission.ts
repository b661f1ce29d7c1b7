/**
 * Keeps the service from taking on more than it can carry: requests under way, and bytes of bodies held in
 * memory, are counted, and what goes beyond is refused at once with 503.
 */
import { ServiceError } from '../errors/service-error.ts'

export interface Admission {
  readonly running: number
  readonly stopped: boolean
  /**
   * Lets a request in; the function returned is to be called once when it is over. Requests of those who have not
   * signed in name where they come from, and get a share of the places. Throws `overloaded`.
   */
  enter(anonymousFrom?: string): () => void
  /** Reserves memory for a body until the function returned by `hold` is called. */
  hold(): BodyReservation
  /** From now on nobody is let in. */
  stop(): void
}

export interface BodyReservation {
  /**
   * Counts bytes of a client. Throws `overloaded` when all bodies together, or those of the client, would be too large,
   * `body_too_large` for one that is alone.
   */
  add(bytes: number, client: string): void
  release(): void
}

export interface AdmissionLimits {
  readonly requests: number
  /** One client has half of them; besides, one body at a time may go beyond, up to as many as these. */
  readonly bodyBytes: number
  /** Bytes of each body that need no memory of all bodies together: large ones do not keep small ones out. */
  readonly freeBodyBytes?: number
}

/** Shares of the places for all anonymous requests together, and for those from one address. */
const anonymousShare = 1 / 5
const addressShare = 1 / 10

/** Bytes of bodies by client. */
function createBodyMemory({ bodyBytes, freeBodyBytes: free = 0 }: AdmissionLimits): () => BodyReservation {
  const share = Math.ceil(bodyBytes / 2)
  const byClient = new Map<string, number>()
  /** Bytes of all clients within their shares. */
  let held = 0
  /** The body that goes beyond the share of its client. */
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
        // Sending this one again would not help.
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
  // A server for tests has two places in all.
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

const tooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', { limit }, { headers: { Connection: 'close' } })

const overloaded = (): ServiceError => new ServiceError('overloaded', {}, { headers: { 'Retry-After': '2' } })
