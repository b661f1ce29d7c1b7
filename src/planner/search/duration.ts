/**
 * The working time that an order takes on its resources, at the speed of the slowest one. Where a calendar changes the
 * speed while the order runs, each part of the work takes the time of its own speed.
 */
import { lastAtOrBefore } from '../calendar/step-function.ts'
import type { Combination, Load, Operation } from '../network/nodes.ts'
import { efficiencyAt } from '../network/resources.ts'
import { never, type Seconds } from '../time.ts'

/** Returns the duration of an order at normal speed, in seconds. */
export const runSeconds = ({ duration, durationPer }: Operation, quantity: number): number =>
  duration + durationPer * quantity

/** Returns the working seconds of a quantity that starts at a date, or that ends at it. */
export function secondsOn(
  operation: Operation,
  quantity: number,
  combination: Combination,
  date: Seconds,
  end: 'from' | 'until',
): number {
  const seconds = runSeconds(operation, quantity)
  const { speed } = combination
  if (speed === 100) return seconds
  if (speed !== undefined) return Math.round((seconds * 100) / speed)
  return Math.round(end === 'from' ? from(combination, seconds, date) : until(combination, seconds, date))
}

function from({ loads, work }: Combination, seconds: number, date: Seconds): number {
  let taken = 0
  let left = seconds
  for (let at = date; ;) {
    const speed = speedAt(loads, at) / 100
    const next = nextChange(loads, at)
    const open = next === never ? never : work.between(at, next)
    if (left <= open * speed) return taken + left / speed
    taken += open
    left -= open * speed
    at = next
  }
}

function until({ loads, work }: Combination, seconds: number, date: Seconds): number {
  let taken = 0
  let left = seconds
  for (let at = date; ;) {
    const speed = speedAt(loads, at - 1) / 100
    const last = lastChange(loads, at - 1)
    const open = last === -never ? never : work.between(last, at)
    if (left <= open * speed) return taken + left / speed
    taken += open
    left -= open * speed
    at = last
  }
}

/** Returns the speed of the slowest resource in percent. */
function speedAt(loads: readonly Load[], date: Seconds): number {
  let slowest = never
  for (const { resource } of loads) slowest = Math.min(slowest, efficiencyAt(resource, date))
  return slowest
}

/** Returns the first date after `date` at which a speed changes; `never` if there is none. */
function nextChange(loads: readonly Load[], date: Seconds): Seconds {
  let next = never
  for (const { resource } of loads) {
    const { efficiency } = resource
    if (typeof efficiency === 'number') continue
    const { dates } = efficiency
    next = Math.min(next, dates[lastAtOrBefore(dates, date) + 1] ?? never)
  }
  return next
}

/** Returns the last date up to `date` at which a speed changes; `-never` if there is none. */
function lastChange(loads: readonly Load[], date: Seconds): Seconds {
  let last = -never
  for (const { resource } of loads) {
    const { efficiency } = resource
    if (typeof efficiency === 'number') continue
    const { dates } = efficiency
    const at = lastAtOrBefore(dates, date)
    // The first value applies before its date too.
    if (at > 0) last = Math.max(last, dates[at]!)
  }
  return last
}
