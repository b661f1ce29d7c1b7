/** Opens the sign-in dialog if the session expires while the app is open. */
import { lazy, Suspense } from 'react'
import { isAsking } from '../platform/api/session-gate.ts'
import { useSignal } from '../platform/signal.ts'

const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }))

export function SessionWatch() {
  return useSignal(isAsking) ? (
    <Suspense fallback={null}>
      <SessionDialog />
    </Suspense>
  ) : null
}
