/**
 * Returns whether the service is reachable. An interruption of some seconds, for example during a restart, is
 * ignored.
 */
import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useActivity } from '../activity/use-activity.ts'

const graceMs = 4_000

export function useReachable(): boolean {
  const { online } = useNetwork()
  const { connected } = useActivity()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (connected) return undefined
    const timer = setTimeout(() => setLost(true), graceMs)
    return () => {
      clearTimeout(timer)
      setLost(false)
    }
  }, [connected])
  return online && !lost
}
