/** Shown if a screen fails to load or render; the surrounding shell keeps working. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { nameHere } from '../platform/api/base-path.ts'
import { send } from '../platform/api/client.ts'
import { begin } from '../platform/begin.ts'
import { NotLoaded } from '../platform/not-loaded.ts'
import { ErrorState } from '../ui/error-state.tsx'

/** Minimum time between two attempts to load the page again without being asked to. */
const reloadIntervalMs = 60_000
const reloadedName = nameHere('reloaded')

/** Loads the page again if the service answers. Otherwise the browser would replace the app by an error page. */
async function reload(): Promise<void> {
  await send('/static/build.json')
  sessionStorage.setItem(reloadedName, String(Date.now()))
  location.reload()
}

const isReloadedLately = (): boolean =>
  Date.now() - Number(sessionStorage.getItem(reloadedName)) < reloadIntervalMs

export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isMissing = error instanceof NotLoaded
  useEffect(() => {
    if (isMissing && !isReloadedLately()) begin(reload)
  }, [isMissing])
  const again = (): void => {
    if (isMissing) {
      begin(reload)
      return
    }
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={again} />
}
