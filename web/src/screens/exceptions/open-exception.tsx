/**
 * Details of the exception that is opened in a list. They are shown beside the list, so that they stay open with their
 * half-filled form when the list cannot be read again, or a new plan has emptied it.
 */
import { Suspense } from 'react'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { loadWords } from '../../platform/i18n/i18n.ts'
import { late } from '../../ui/late.tsx'

/** Loaded separately, because remedies and trials need much code that the list does not. */
const ExceptionDrawer = late(async () => {
  const [{ ExceptionDrawer: Component }] = await Promise.all([
    import('./exception-drawer.tsx'),
    loadWords('trial')(),
  ])
  return Component
})

interface OpenExceptionProps {
  /** Undefined if none is opened. */
  readonly exception: PlanException | undefined
  readonly onClose: () => void
}

export function OpenException({ exception, onClose }: OpenExceptionProps) {
  if (exception === undefined) return null
  return (
    <Suspense fallback={null}>
      <ExceptionDrawer exception={exception} onClose={onClose} />
    </Suspense>
  )
}
