/** The session may end while somebody works: then the dialog comes that asks to sign in again. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { sessionGate } from '../api/session-gate.ts'

const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }))

export function SessionWatch() {
  const { asking } = useSyncExternalStore(sessionGate.subscribe, sessionGate.current)
  return asking ? (
    <Suspense fallback={null}>
      <SessionDialog />
    </Suspense>
  ) : null
}
