/**
 * How fast a body must arrive: a minimum rate over a sliding window, and a deadline that grows with the bytes that have
 * arrived. Only time spent waiting for the client counts, never the time in which the service handles what it has.
 */

export interface PaceLimits {
  /** Milliseconds of waiting in which the minimum rate must be reached. */
  readonly windowMs: number
  readonly minBytesPerSecond: number
  /** Milliseconds of waiting for a body of any size. */
  readonly deadlineMs: number
  /** Milliseconds of waiting that each byte adds to the deadline. */
  readonly deadlineMsPerByte: number
}

interface Arrival {
  /** Milliseconds of waiting before it. */
  readonly at: number
  bytes: number
}

/** Bytes that arrive within this time are counted together. */
const resolutionMs = 1_000

export class Pace {
  readonly #limits: PaceLimits
  readonly #minBytes: number
  /** Latest last; only as many as can matter. */
  #arrivals: Arrival[] = []
  #waited = 0
  #received = 0

  constructor(limits: PaceLimits) {
    this.#limits = limits
    this.#minBytes = (limits.minBytesPerSecond * limits.windowMs) / 1_000
  }

  /** Takes note of bytes, and of the milliseconds that were spent waiting for them. */
  add(bytes: number, waitedMs: number): void {
    this.#waited += waitedMs
    this.#received += bytes
    const last = this.#arrivals.at(-1)
    if (last !== undefined && this.#waited - last.at < resolutionMs) last.bytes += bytes
    else this.#arrivals.push({ at: this.#waited, bytes })
    const oldest = this.#waited - this.#limits.windowMs
    if (this.#arrivals[0]!.at < oldest) this.#arrivals = this.#arrivals.filter(({ at }) => at >= oldest)
  }

  /** Milliseconds that the next bytes may take, unless some arrive before. */
  get leftMs(): number {
    const { windowMs, deadlineMs, deadlineMsPerByte } = this.#limits
    const deadline = deadlineMs + deadlineMsPerByte * this.#received
    let sum = 0
    let slow = windowMs
    for (let place = this.#arrivals.length - 1; place >= 0; place -= 1) {
      const arrival = this.#arrivals[place]!
      sum += arrival.bytes
      if (sum < this.#minBytes) continue
      // Until this arrival leaves the window, enough bytes are in it.
      slow = Math.max(windowMs, arrival.at + windowMs)
      break
    }
    return Math.max(0, Math.min(deadline, slow) - this.#waited)
  }
}
