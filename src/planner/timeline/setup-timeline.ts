/**
 * The runs on a resource with changeover times. Work placed between two runs also changes the changeover of the later
 * run; it fits only if both changeovers fit.
 */
import type { WorkingTime } from '../calendar/working-time.ts'
import type { SetupMatrix } from '../network/setups.ts'
import { never, type Seconds } from '../time.ts'
import { epsilon } from './profile.ts'

/** Tolerance in seconds for skipping gaps; larger than `epsilon`, so that no gap is skipped whose slot would be accepted. */
const margin = 2 * epsilon

/** Work on the resource: a changeover from `start` to `begin`, then the run until `end`. */
export interface Run {
  start: Seconds
  readonly begin: Seconds
  readonly end: Seconds
  /** The required setup; undefined for work that runs with any setup. */
  readonly setup: string | undefined
  readonly work: WorkingTime
  /** Whether the run is fixed: missing changeover time before it is counted as a fault. */
  readonly isFixed: boolean
  /** Earliest start of its changeover. */
  readonly notBefore: () => Seconds
  /** Returns whether everything else that it uses is free from an earlier date on, until it starts. */
  readonly isFreeFrom: (date: Seconds) => boolean
  /** Called when the changeover before it became shorter or longer. */
  readonly onShift: (start: Seconds) => void
}

export interface SetupSlot {
  readonly start: Seconds
  readonly begin: Seconds
  readonly end: Seconds
  /** Start of the next run with its changeover, which becomes shorter if the slot ends later. */
  readonly next: Seconds
}

export interface RunRequest {
  readonly seconds: number
  readonly setup: string | undefined
  readonly work: WorkingTime
  readonly matrix: SetupMatrix
}

export class SetupTimeline {
  readonly #runs: Run[] = []
  readonly #initial: string

  constructor(initial: string) {
    this.#initial = initial
  }

  /** Returns the setup before the run at `index`. */
  #setupBefore(index: number): string {
    for (let at = index - 1; at >= 0; at -= 1) {
      const { setup } = this.#runs[at]!
      if (setup !== undefined) return setup
    }
    return this.#initial
  }

  /** Returns the total changeover time, in seconds. */
  changeovers(): number {
    let seconds = 0
    for (const { start, begin } of this.#runs) seconds += begin - start
    return seconds
  }

  /**
   * Counts runs with too little changeover time or without a possible changeover: removing work from the middle can
   * cause a longer changeover between its neighbors.
   */
  flaws(matrix: SetupMatrix): number {
    return this.flawed(matrix).length
  }

  /** The runs of which {@link flaws} tells the number. */
  flawed(matrix: SetupMatrix): readonly Run[] {
    const found: Run[] = []
    let free = -never
    for (const [index, run] of this.#runs.entries()) {
      const { start, begin, end, setup, work } = run
      const changeover = setup === undefined ? 0 : matrix.duration(this.#setupBefore(index), setup)
      if (start < free - epsilon || changeover === never || start > work.begin(begin, changeover) + epsilon)
        found.push(run)
      free = Math.max(free, end)
    }
    return found
  }

  /** Returns the setup at a moment, before more work is placed there. */
  setupAt(date: Seconds): string {
    return this.#setupBefore(this.#firstAfter(date))
  }

  /** Returns the index of the first run that begins after a date. */
  #firstAfter(date: Seconds): number {
    let low = 0
    let high = this.#runs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#runs[middle]!.begin > date) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Returns the latest slot that ends by `end` and starts at `earliest` or later. */
  latest(end: Seconds, earliest: Seconds, request: RunRequest): SetupSlot | undefined {
    for (let at = this.#firstAfter(end + margin); at >= 0; at -= 1) {
      const free = Math.max(earliest, this.#runs[at - 1]?.end ?? -never)
      // The run does not fit, even without a changeover.
      if (free > earliest && Math.min(end, this.#beginOf(at)) - request.seconds < free - margin) continue
      const bound = Math.min(end, this.#mustEndBy(at, request))
      const slot = this.#slotEnding(at, bound, request)
      if (slot !== undefined && slot.start >= free - epsilon) return slot
      if (free <= earliest && bound < earliest) return undefined
    }
    return undefined
  }

  /** Returns the earliest slot that starts at `start` or later and ends at `end` or later. */
  earliest(start: Seconds, end: Seconds, request: RunRequest): SetupSlot | undefined {
    for (let at = this.#firstAfter(start - margin); at <= this.#runs.length; at += 1) {
      const from = Math.max(start, this.#runs[at - 1]?.end ?? -never)
      // The run does not fit, even without a changeover.
      if (from + request.seconds > this.#beginOf(at) + margin) continue
      const bound = this.#mustEndBy(at, request)
      if (bound < start) continue
      const changeover =
        request.setup === undefined ? 0 : request.matrix.duration(this.#setupBefore(at), request.setup)
      if (changeover === never) continue
      const open = request.work.open(from)
      let begin = request.work.finish(open, changeover)
      let finish = request.work.finish(begin, request.seconds)
      if (finish < end) {
        finish = request.work.finish(request.work.begin(end, request.seconds), request.seconds)
        begin = request.work.begin(finish, request.seconds)
      }
      if (finish !== never && finish <= bound + epsilon) {
        const next = this.#runs[at]?.start ?? never
        return { start: request.work.begin(begin, changeover), begin, end: finish, next }
      }
    }
    return undefined
  }

  #beginOf(index: number): Seconds {
    return this.#runs[index]?.begin ?? never
  }

  /** Returns the date by which work before the run at `index` must end, so that the run has time for its changeover. */
  #mustEndBy(index: number, { setup, matrix }: RunRequest): Seconds {
    const next = this.#runs[index]
    if (next === undefined) return never
    if (setup === undefined) return next.start
    if (next.setup === undefined)
      return Math.min(next.start, this.#mustEndByLater(index + 1, setup, matrix, next.start))
    return changeoverFrom(setup, next, matrix)
  }

  /** Returns the same for a run after others that run with any setup. */
  #mustEndByLater(index: number, setup: string, matrix: SetupMatrix, bound: Seconds): Seconds {
    const at = this.#runs.findIndex((run, place) => place >= index && run.setup !== undefined)
    if (at < 0) return bound
    const next = this.#runs[at]!
    return changeoverFrom(setup, next, matrix) >= this.#runs[at - 1]!.end ? bound : -never
  }

  #slotEnding(
    at: number,
    bound: Seconds,
    { seconds, setup, work, matrix }: RunRequest,
  ): SetupSlot | undefined {
    if (bound === -never) return undefined
    const changeover = setup === undefined ? 0 : matrix.duration(this.#setupBefore(at), setup)
    if (changeover === never) return undefined
    const end = work.openBefore(bound)
    const begin = work.begin(end, seconds)
    const next = this.#runs[at]?.start ?? never
    return begin === -never ? undefined : { start: work.begin(begin, changeover), begin, end, next }
  }

  add(run: Run, matrix: SetupMatrix): void {
    // Work without duration goes before work that starts at the same time; of several, the one with the changeover is
    // first.
    const until = run.start < run.begin ? run.end : run.end + epsilon
    const found = this.#runs.findIndex(
      ({ begin, end }) => begin > run.begin || (begin === run.begin && end >= until),
    )
    const at = found < 0 ? this.#runs.length : found
    this.#runs.splice(at, 0, run)
    // Existing orders have run dates only.
    this.#shiftAfter(run.isFixed ? at - 1 : at, matrix)
    if (run.isFixed) this.#shiftAfter(at, matrix)
  }

  remove(run: Run, matrix: SetupMatrix): void {
    const at = this.#runs.indexOf(run)
    this.#runs.splice(at, 1)
    this.#shiftAfter(at - 1, matrix)
  }

  /** Updates the changeover of the next run that requires a setup. */
  #shiftAfter(index: number, matrix: SetupMatrix): void {
    const at = this.#runs.findIndex((run, place) => place > index && run.setup !== undefined)
    if (at < 0) return
    const next = this.#runs[at]!
    const changeover = matrix.duration(this.#setupBefore(at), next.setup!)
    if (changeover === never) return
    const wanted = next.work.begin(next.begin, changeover)
    const start = next.isFixed ? this.#startOfFixed(at, wanted) : wanted
    if (start === next.start || (!next.isFixed && start < next.start && !mayStartAt(next, start))) return
    next.start = start
    next.onShift(start)
  }

  /** Returns the start of the changeover of a fixed run: not during other runs, and not too early. */
  #startOfFixed(index: number, wanted: Seconds): Seconds {
    const { begin, notBefore } = this.#runs[index]!
    let free = notBefore()
    for (let at = 0; at < index; at += 1) free = Math.max(free, this.#runs[at]!.end)
    return Math.min(begin, Math.max(wanted, free))
  }
}

/** Returns the latest start of the changeover to a run from another setup; `-never` if there is no time for it. */
function changeoverFrom(setup: string, next: Run, matrix: SetupMatrix): Seconds {
  const changeover = matrix.duration(setup, next.setup!)
  if (changeover === never) return -never
  const start = next.work.begin(next.begin, changeover)
  return start >= next.start || mayStartAt(next, start) ? start : -never
}

/** Returns whether a changeover may start at an earlier date. */
const mayStartAt = (run: Run, date: Seconds): boolean => date >= run.notBefore() && run.isFreeFrom(date)
