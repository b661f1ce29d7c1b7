/** Locks the screen while its edits are stored: edits that are made meanwhile would be lost, or look stored. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from './is-focus-lost.ts'

/** The screen, and what stands in its dialogs below their titles; dialogs can be closed. */
const parts = '#main, .mantine-Modal-body, .mantine-Drawer-body'

/** Makes the screen and its dialogs inert. Other screens can be opened. */
export function useScreenLock(isLocked: boolean): void {
  /** Focused element before the lock. */
  const focused = useRef<Element>(null)
  // Before the next event.
  useLayoutEffect(() => {
    if (!isLocked) return undefined
    focused.current = document.activeElement
    const locked = [...document.querySelectorAll<HTMLElement>(parts)].filter(({ inert }) => !inert)
    for (const part of locked) part.inert = true
    return () => {
      for (const part of locked) part.inert = false
    }
  }, [isLocked])
  // Messages about a failure take the focus first.
  useEffect(() => {
    if (isLocked) return
    if (isFocusLost() && focused.current instanceof HTMLElement) focused.current.focus()
    focused.current = null
  }, [isLocked])
}
