/** Blocks navigation away from a screen with unsaved edits until the user has decided about them. */
import { useBlocker } from '@tanstack/react-router'
import { Suspense } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'

export interface LeaveBlockerProps {
  /** Saves the edits and returns whether that succeeded; without it, they can only be discarded. */
  readonly onSave?: () => Promise<boolean>
}

export function LeaveBlocker(props: LeaveBlockerProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
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
