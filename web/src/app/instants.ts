/** Moments as the service writes them: some name their zone, the others are what its clock on the wall showed. */

export const dayMs = 86_400_000

/** A moment that says in which zone it is. */
export const namesZone = (value: string): boolean => /T.*(?:[zZ]|[+-]\d\d:?\d\d)$/.test(value)

/** Midnight for a date without a time. */
export const withTime = (value: string): string => (value.length === 10 ? `${value}T00:00:00` : value)

/**
 * Milliseconds since 1970; not a number for what is no moment.
 * @param zone IANA zone of the service; empty = that of the browser
 */
export function instantOf(value: string, zone: string): number {
  if (zone === '' || namesZone(value)) return Date.parse(withTime(value))
  const clock = Date.parse(`${withTime(value)}Z`)
  if (Number.isNaN(clock)) return clock
  // How far the clock is ahead depends on the moment that is looked for: the second look is right on days of a change too.
  return clock - aheadAt(clock - aheadAt(clock, zone), zone)
}

/** Milliseconds by which the clock of a zone is ahead of UTC. */
function aheadAt(moment: number, zone: string): number {
  const whole = Math.floor(moment / 1000) * 1000
  return Date.parse(`${clockOf(zone).format(whole).replace(' ', 'T')}Z`) - whole
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  // Swedish writes moments as ISO does.
  const made = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  clocks.set(zone, made)
  return made
}
