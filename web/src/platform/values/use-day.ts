/** The present day, for texts and filters with words such as `today`. */
import { useEffect, useState } from 'react'

/** Milliseconds between two looks at the clock. */
const lookMs = 60_000

/** Returns a moment of the present day; another one once the next day has begun. */
export function useDay(): Date {
  const [day, setDay] = useState(() => new Date())
  useEffect(() => {
    const look = (): void =>
      setDay((before) => {
        const now = new Date()
        return now.toDateString() === before.toDateString() ? before : now
      })
    const timer = setInterval(look, lookMs)
    // Timers of hidden pages may be late.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return day
}
