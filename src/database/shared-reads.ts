/** Shares a read of the database among calls that arrive while it runs. */

export interface SharedReads<Result> {
  /**
   * Runs the read. A read that is already running may miss later commits, so calls during a read share the next one.
   */
  read(): Promise<Result>
  /** Resolves when no read is running, whether the last one succeeded or not. */
  settled(): Promise<void>
}

/** Returns a read that runs at most once at a time. */
export function shareReads<Result>(read: () => Promise<Result>): SharedReads<Result> {
  let running: Promise<Result> | undefined
  let waiting: Promise<Result> | undefined
  function readShared(): Promise<Result> {
    if (running === undefined) {
      running = read().finally(() => (running = undefined))
      return running
    }
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        return readShared()
      })
    return waiting
  }
  return {
    read: readShared,
    settled: async () => {
      await (waiting ?? running)?.catch(() => undefined)
    },
  }
}
