/** Asks for confirmation before the user leaves a screen with unsaved edits. */
import { type ComponentType, useEffect, useState } from 'react'
import type { LeaveBlockerProps } from './leave-blocker.tsx'

interface LeaveGuardProps extends LeaveBlockerProps {
  /** Whether there are unsaved edits. */
  readonly dirty: boolean
}

/** Navigation after saving or by a Cancel button passes with `ignoreBlocker`. */
export function LeaveGuard({ dirty, ...props }: LeaveGuardProps) {
  const [Blocker, setBlocker] = useState<ComponentType<LeaveBlockerProps>>()
  useEffect(() => {
    // Loaded before the first edit; if the service cannot be reached, leaving does not ask.
    import('./leave-blocker.tsx')
      .then(({ LeaveBlocker }) => setBlocker(() => LeaveBlocker))
      .catch(() => undefined)
  }, [])
  return dirty && Blocker !== undefined ? <Blocker {...props} /> : null
}
