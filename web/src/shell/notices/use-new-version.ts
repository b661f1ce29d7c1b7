/** Detects whether the service has a newer version of the app than this page. */
import { useEffect, useState } from 'react'
import { getJson } from '../../platform/api/client.ts'
import { nullable, object, text } from '../../platform/api/shape.ts'

const checkIntervalMs = 10 * 60_000
const shape = object({ build: nullable(text) })

/** Checked again when the service becomes reachable, because it may have been updated. */
export function useNewVersion(reachable: boolean): boolean {
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    const own = document.documentElement.dataset['build']
    if (own === undefined || !reachable) return undefined
    const over = new AbortController()
    const ask = async (): Promise<void> => {
      const { build } = await getJson('/static/build.json', shape, { signal: over.signal })
      setNew(build !== null && build !== own)
    }
    // A failed check is ignored, because it is repeated.
    const asking = (): void => void ask().catch(() => undefined)
    asking()
    const timer = setInterval(asking, checkIntervalMs)
    return () => {
      over.abort()
      clearInterval(timer)
    }
  }, [reachable])
  return isNew
}
