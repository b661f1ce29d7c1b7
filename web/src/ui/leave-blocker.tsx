/** Blocks navigation away from a screen with unsaved edits until the user has decided about them. */
import { useBlocker } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'

export interface LeaveBlockerProps {
  /** Saves the edits and returns whether that succeeded; without it, they can only be discarded. */
  readonly onSave?: () => Promise<boolean>
  /** Whether the edits are in a part of the screen that its parameters choose, such as a tab. Default: false. */
  readonly chosenPart?: boolean
}

/** Parts of the screen with unsaved edits that can only be discarded: the first one asks for all of them. */
const parts = new Set<symbol>()

export function LeaveBlocker(props: LeaveBlockerProps) {
  const [part] = useState(Symbol)
  const saves = props.onSave !== undefined
  useEffect(() => {
    if (saves) return undefined
    parts.add(part)
    return () => void parts.delete(part)
  }, [part, saves])
  const asks = (): boolean => saves || parts.values().next().value === part
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname ||
        (props.chosenPart === true && JSON.stringify(current.search) !== JSON.stringify(next.search))) &&
      asks(),
    enableBeforeUnload: true,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    // The words of the dialog may have to be loaded.
    <Suspense fallback={null}>
      <LeaveDialog {...props} onDiscard={proceed} onStay={reset} />
    </Suspense>
  )
}
