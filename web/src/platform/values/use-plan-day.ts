/** The current day of the plan, for filters with words such as `today`. */
import { useEffect, useState } from 'react'
import { readPlanClock } from '../api/plan-history.ts'
import { queryClient } from '../api/query-client.ts'
import { momentText } from '../calendar/days.ts'
import { nowInPlan } from '../formats/instants.ts'
import { useScenario } from '../use-scenario.ts'

/** Milliseconds between two looks at the clock. */
const lookMs = 60_000

const nowOf = (scenario: string): Date => new Date(momentText(nowInPlan(scenario)))

/**
 * Returns a moment of the current day of the plan; another one once the service has told its date, or the next day has
 * begun. Users without the right to view sales orders have the clock of the browser.
 */
export function usePlanDay(): Date {
  const { name, may } = useScenario()
  const mayRead = may('input.view_demand')
  const [day, setDay] = useState(() => nowOf(name))
  useEffect(() => {
    const look = (): void =>
      setDay((before) => {
        const now = nowOf(name)
        return now.toDateString() === before.toDateString() ? before : now
      })
    if (mayRead) void readPlanClock(queryClient, name).then(look)
    const timer = setInterval(look, lookMs)
    // Timers of hidden pages may be late.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [name, mayRead])
  return day
}
