/** A screen that could not be loaded or has broken; the shell around it goes on. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '../../components/error-state.tsx'

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = (): void => {
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={again} />
}
