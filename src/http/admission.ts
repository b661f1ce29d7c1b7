/**
 * Keeps the service from taking on more than it can carry: requests under way, and bytes of bodies held in
 * memory, are counted, and what goes beyond is refused at once with 503.
 */
import { ServiceError } from '../errors/service-error.ts'

export interface Admission {
  readonly running: number
  readonly stopped: boolean
  /** Lets a request in; the function returned is to be called once when it is over. Throws `overloaded`. */
  enter(): () => void
  /** Reserves memory for a body until the function returned by `hold` is called. */
  hold(): BodyReservation
  /** From now on nobody is let in. */
  stop(): void
}

export interface BodyReservation {
  /** Throws `overloaded` when all bodies together would be too large, `body_too_large` for one that is alone. */
  add(bytes: number): void
  release(): void
}

export interface AdmissionLimits {
  readonly requests: number
  readonly bodyBytes: number
}

export function createAdmission(limits: AdmissionLimits): Admission {
  let running = 0
  let held = 0
  let stopped = false
  return {
    get running() {
      return running
    },
    get stopped() {
      return stopped
    },
    enter: () => {
      if (stopped) {
        throw new ServiceError('shutting_down', {}, { headers: { 'Retry-After': '5', Connection: 'close' } })
      }
      if (running >= limits.requests) throw overloaded()
      running += 1
      let inside = true
      return () => {
        if (inside) running -= 1
        inside = false
      }
    },
    hold: () => {
      let own = 0
      return {
        add: (bytes) => {
          // Sending this one again would not help.
          if (own + bytes > limits.bodyBytes) throw tooLarge(limits)
          if (held + bytes > limits.bodyBytes) throw overloaded()
          held += bytes
          own += bytes
        },
        release: () => {
          held -= own
          own = 0
        },
      }
    },
    stop: () => {
      stopped = true
    },
  }
}

const tooLarge = ({ bodyBytes }: AdmissionLimits): ServiceError =>
  new ServiceError('body_too_large', { limit: bodyBytes }, { headers: { Connection: 'close' } })

const overloaded = (): ServiceError => new ServiceError('overloaded', {}, { headers: { 'Retry-After': '2' } })
