/** Processor time of the thread that runs a test: what others do on the machine does not count. */

/** Begins to measure; each call of the answer gives the milliseconds so far. Waiting takes none. */
export function processorClock(): () => number {
  const begun = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  }
}
