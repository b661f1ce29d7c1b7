/** Locks the screen while its edits are stored: edits that are made meanwhile would be lost. */
import { useLayoutEffect } from 'react'

/** Makes the screen inert. Other screens can be opened. */
export function useScreenLock(isLocked: boolean): void {
  // Before the next event.
  useLayoutEffect(() => {
    const screen = document.getElementById('main')
    if (!isLocked || screen === null) return undefined
    screen.inert = true
    return () => {
      screen.inert = false
    }
  }, [isLocked])
}
