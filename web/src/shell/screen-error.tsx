/** Shown if a screen fails to load or render; the surrounding shell keeps working. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/error-state.tsx'

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = (): void => {
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={again} />
}
