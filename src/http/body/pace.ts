/**
 * Checks the speed of an arriving body: a minimum rate over a sliding window, and a deadline that grows with the
 * number of received bytes. Only time spent waiting for the client counts, not the time in which the service
 * processes received bytes.
 */

export interface PaceLimits {
  /** Window of waiting time in milliseconds in which the minimum rate must be reached. */
  readonly windowMs: number
  readonly minBytesPerSecond: number
  /** Maximum waiting time in milliseconds for a body of any size. */
  readonly deadlineMs: number
  /** Milliseconds of waiting time that each byte adds to the deadline. */
  readonly deadlineMsPerByte: number
}

interface Arrival {
  /** Milliseconds of waiting time before these bytes. */
  readonly at: number
  bytes: number
}

/** Bytes that arrive within this time are counted together. */
const resolutionMs = 1_000

export class Pace {
  readonly #limits: PaceLimits
  readonly #minBytes: number
  /** Sorted by time, latest last; only those within the window. */
  #arrivals: Arrival[] = []
  #waited = 0
  #received = 0

  constructor(limits: PaceLimits) {
    this.#limits = limits
    this.#minBytes = (limits.minBytesPerSecond * limits.windowMs) / 1_000
  }

  /** Records received bytes, and the milliseconds of waiting for them. */
  add(bytes: number, waitedMs: number): void {
    this.#waited += waitedMs
    this.#received += bytes
    const last = this.#arrivals.at(-1)
    if (last !== undefined && this.#waited - last.at < resolutionMs) last.bytes += bytes
    else this.#arrivals.push({ at: this.#waited, bytes })
    const oldest = this.#waited - this.#limits.windowMs
    if (this.#arrivals[0]!.at < oldest) this.#arrivals = this.#arrivals.filter(({ at }) => at >= oldest)
  }

  /** Maximum time in milliseconds until the next bytes must arrive. */
  get leftMs(): number {
    const { windowMs, deadlineMs, deadlineMsPerByte } = this.#limits
    const deadline = deadlineMs + deadlineMsPerByte * this.#received
    let sum = 0
    let slow = windowMs
    for (let place = this.#arrivals.length - 1; place >= 0; place -= 1) {
      const arrival = this.#arrivals[place]!
      sum += arrival.bytes
      if (sum < this.#minBytes) continue
      // The minimum rate is met until this arrival leaves the window.
      slow = Math.max(windowMs, arrival.at + windowMs)
      break
    }
    return Math.max(0, Math.min(deadline, slow) - this.#waited)
  }
}
