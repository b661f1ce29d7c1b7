/** Days by the clock of the service, for what it compares with that clock, such as the expiry of a key. */
import { useMe } from '../api/me.ts'
import { nowOfService } from '../formats/instants.ts'
import { addDays, momentText, todayOfService } from './days.ts'

/** Returns a function that gives the day that is a number of days after today. */
export function useServiceDays(): (days: number) => string {
  const { time_zone: zone } = useMe()
  return (days) => addDays(todayOfService(zone), days)
}

/** Returns the time by the clock of the service, as a date of this computer. */
export function useServiceNow(): Date {
  const { time_zone: zone } = useMe()
  return new Date(momentText(nowOfService(zone)))
}
