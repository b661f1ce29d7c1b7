/** Parses times of the service. Some state their time zone; the others are local times of the service's clock. */

export const dayMs = 86_400_000
export const daySeconds = 86_400

/** Milliseconds by which the plan of a scenario is ahead of UTC, once the service has told its current date. */
const planAhead = new Map<string, number>()

/**
 * Sets the clock of the plan of a scenario, which is that of the service, or a fixed date.
 * @param now current date of the plan, such as `2026-03-02T08:00:00`; undefined for the clock of the browser
 * @param read moment at which the service told it, in milliseconds since 1970
 */
export function setPlanClock(scenario: string, now: string | undefined, read = Date.now()): void {
  const moment = Date.parse(`${withTime(now ?? '')}Z`)
  if (Number.isNaN(moment)) planAhead.delete(scenario)
  else planAhead.set(scenario, moment - read)
}

/**
 * Returns the current date of the plan of a scenario, which has no time zone, in milliseconds. It can be a fixed date;
 * dates that the service compares with its own clock are those of `nowOfService`.
 */
export function nowInPlan(scenario: string): number {
  const ahead = planAhead.get(scenario)
  return ahead === undefined ? nowOfService('') : Date.now() + ahead
}

/**
 * Returns the time by the clock of the service, without its time zone, in milliseconds.
 * @param zone IANA time zone of the service; empty for the zone of the browser
 */
export function nowOfService(zone: string): number {
  const now = new Date()
  return now.getTime() + (zone === '' ? -now.getTimezoneOffset() * 60_000 : aheadAt(now.getTime(), zone))
}

/** Returns whether a time states its time zone. */
export const namesZone = (value: string): boolean => /T.*(?:[zZ]|[+-]\d\d:?\d\d)$/.test(value)

/** Adds midnight to a date without a time. */
export const withTime = (value: string): string => (value.length === 10 ? `${value}T00:00:00` : value)

/**
 * Returns milliseconds since 1970; NaN for invalid text.
 * @param zone IANA time zone of the service; empty for the zone of the browser
 */
export function instantOf(value: string, zone: string): number {
  if (zone === '' || namesZone(value)) return Date.parse(withTime(value))
  const clock = Date.parse(`${withTime(value)}Z`)
  if (Number.isNaN(clock)) return clock
  // The offset depends on the result. The second computation gives the right offset also on days on which the clock
  // changes.
  return clock - aheadAt(clock - aheadAt(clock, zone), zone)
}

/** Returns the offset of a time zone from UTC, in milliseconds. */
function aheadAt(moment: number, zone: string): number {
  const whole = Math.floor(moment / 1000) * 1000
  return Date.parse(`${clockOf(zone).format(whole).replace(' ', 'T')}Z`) - whole
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  // The Swedish locale formats times like ISO 8601.
  const made = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  clocks.set(zone, made)
  return made
}
