/** Whether the service answers. A break of some seconds, as when it restarts, is none worth telling. */
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
