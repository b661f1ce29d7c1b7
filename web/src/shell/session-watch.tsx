/** Opens the sign-in dialog if the session expires while the app is open. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { sessionGate } from '../platform/api/session-gate.ts'

const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }))

export function SessionWatch() {
  const { asking } = useSyncExternalStore(sessionGate.subscribe, sessionGate.current)
  return asking ? (
    <Suspense fallback={null}>
      <SessionDialog />
    </Suspense>
  ) : null
}
