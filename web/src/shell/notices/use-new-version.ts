/** Whether the service gives out other screens than this page was loaded with. */
import { useEffect, useState } from 'react'
import { getJson } from '../../api/client.ts'
import { nullable, object, text } from '../../api/shape.ts'

const checkIntervalMs = 10 * 60_000
const shape = object({ build: nullable(text) })

/** Asked again when the service has come back: it may have been updated. */
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
    // Not being told is no harm: it is asked again.
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
