/**
 * Limits the time for which a burst of requests blocks the event loop: hundreds of requests that arrive together are
 * started in slices. Between slices the loop accepts connections and processes other requests, such as `/livez`.
 */

export interface TimeSlices {
  /**
   * Returns true if the request may start now; otherwise resolves when it may start. The order of the calls is kept.
   */
  next(): true | Promise<void>
}

/** Maximum number of waiting requests that are started in one turn of the event loop. */
const mostPerTurn = 16

/**
 * @param sliceMs time of one turn of the event loop in which requests are started
 * @param now current time in milliseconds
 */
export function createTimeSlices(sliceMs: number, now: () => number = () => performance.now()): TimeSlices {
  // Requests before `first` have started: shifting a long array would cost more than the requests.
  let waiting: (() => void)[] = []
  let first = 0
  /** Time when the first request of this turn started. */
  let begun: number | undefined

  function endTurn(): void {
    begun = undefined
    const left = waiting.length - first
    if (left === 0) {
      waiting = []
      first = 0
      return
    }
    // Between two of these callbacks, the immediate work of the first request runs.
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
