/**
 * Returns whether the service is reachable. An interruption of some seconds, for example during a restart, is
 * ignored.
 */
import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { asApiError } from '../../platform/api/api-error.ts'
import { call } from '../../platform/api/endpoints.ts'
import { useActivity } from '../activity/use-activity.ts'

const graceMs = 4_000
const checkIntervalMs = 10_000

export function useReachable(): boolean {
  const { online } = useNetwork()
  const { connected } = useActivity()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (connected) return undefined
    const over = new AbortController()
    let timer = setTimeout(check, graceMs)
    // The events also end with the session: then this request opens the dialog for signing in, and waits for it.
    async function check(): Promise<void> {
      const error = await call('GET /api/me/', {}, { signal: over.signal }).then(() => undefined, asApiError)
      if (over.signal.aborted) return
      setLost(error !== undefined && (error.status === 0 || error.status >= 500))
      timer = setTimeout(check, checkIntervalMs)
    }
    return () => {
      over.abort()
      clearTimeout(timer)
      setLost(false)
    }
  }, [connected])
  return online && !lost
}
