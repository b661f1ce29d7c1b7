/** Leaves the groups of a list before the user edits its rows, which are hidden behind them. */
import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that runs an action on the rows of a list, once they are shown instead of its groups. */
export function useInRows(isGrouped: boolean, leaveGroups: () => void): (action: () => void) => void {
  const latest = useRef({ isGrouped, leaveGroups })
  const due = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    latest.current = { isGrouped, leaveGroups }
    const action = due.current
    if (isGrouped || action === undefined) return
    due.current = undefined
    // The engine draws its rows in the frame after they got their size.
    requestAnimationFrame(() => requestAnimationFrame(action))
  })
  return useCallback((action) => {
    if (!latest.current.isGrouped) {
      action()
      return
    }
    due.current = action
    latest.current.leaveGroups()
  }, [])
}
