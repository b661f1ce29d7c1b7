/** Lets a loop wait until something has happened or a time has passed. */

export interface Alarm {
  /** Ends the present wait, or the next one if nothing waits. */
  wake(): void
  /** Resolves after `wake`, or after the given milliseconds. */
  wait(milliseconds: number): Promise<void>
}

export function createAlarm(): Alarm {
  let woken = Promise.withResolvers<void>()
  const wake = (): void => woken.resolve()
  return {
    wake,
    wait: async (milliseconds) => {
      const timer = setTimeout(wake, milliseconds)
      await woken.promise
      clearTimeout(timer)
      woken = Promise.withResolvers<void>()
    },
  }
}
