/** Opens the sign-in dialog if the session expires while the app is open. */
import { Suspense } from 'react'
import { isAsking } from '../platform/api/session-gate.ts'
import { useSignal } from '../platform/signal.ts'
import { late } from '../ui/late.tsx'

const SessionDialog = late(async () => (await import('./session-dialog.tsx')).SessionDialog)

export function SessionWatch() {
  return useSignal(isAsking) ? (
    <Suspense fallback={null}>
      <SessionDialog />
    </Suspense>
  ) : null
}
