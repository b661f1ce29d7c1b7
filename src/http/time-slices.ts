/**
 * Bounds the time for which a burst of requests keeps the event loop: hundreds of requests that arrive together are begun
 * in slices, between which the loop accepts connections and answers whatever else has come, such as `/livez`.
 */

export interface TimeSlices {
  /** True if the request may begin now; otherwise resolves when it may. In the order of the calls. */
  next(): true | Promise<void>
}

/** Requests that are begun in one turn of the event loop at most, of those that wait. */
const mostPerTurn = 16

/**
 * @param sliceMs time of one turn of the event loop in which requests are begun
 * @param now milliseconds
 */
export function createTimeSlices(sliceMs: number, now: () => number = () => performance.now()): TimeSlices {
  // Those before `first` have begun: shifting a long list would cost more than the requests.
  let waiting: (() => void)[] = []
  let first = 0
  /** When the first request of this turn began. */
  let begun: number | undefined

  function endTurn(): void {
    begun = undefined
    const left = waiting.length - first
    if (left === 0) {
      waiting = []
      first = 0
      return
    }
    // Between two of these, what the first one does at once is done.
    for (let count = 0; count < Math.min(left, mostPerTurn); count += 1) setImmediate(beginOne)
    setImmediate(endTurn)
  }

  function beginOne(): void {
    begun ??= now()
    const begin = waiting[first]
    if (begin === undefined || now() - begun >= sliceMs) return
    first += 1
    begin()
  }

  return {
    next: () => {
      const time = now()
      if (first < waiting.length || (begun !== undefined && time - begun >= sliceMs)) {
        return new Promise((resolve) => waiting.push(resolve))
      }
      if (begun === undefined) {
        begun = time
        setImmediate(endTurn)
      }
      return true
    },
  }
}
