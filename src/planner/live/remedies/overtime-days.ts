/** Additional time of the resources that a late sales order needs, by day. */
import type { Resource } from '../../network/nodes.ts'
import type { ResourceRow } from '../../input.ts'
import type { Order } from '../../search/plan.ts'
import { day, type Seconds } from '../../time.ts'
import { daysByState, hoursAfter, type Shift, shiftOf, workableDays } from './overtime.ts'
import type { Situation } from './remedy.ts'

/** Maximum number of resources considered, the most important first. */
const mostResources = 8

/** Days on which a resource gets additional time: closed days are opened, shifts of open days become longer. */
export interface MoreTime {
  readonly row: ResourceRow
  readonly resource: Resource
  readonly shift: Shift
  readonly closed: readonly Seconds[]
  readonly open: readonly Seconds[]
}

/** Returns all additional time that could make the sales order earlier, by resource. */
export function allMoreTime(situation: Situation): readonly MoreTime[] {
  const { live, delivery, chain } = situation
  const rows = new Map(live.input.resources.map((row) => [row.name, row]))
  const named = delivery.reasons.flatMap(({ kind, owner }) => (kind === 'capacity' ? owner : []))
  const used = new Map(chain.flatMap(({ uses }) => uses.map(({ resource }) => [resource.name, resource])))
  const names = [...new Set([...named, ...used.keys()])].slice(0, mostResources)
  return names.flatMap((name) => {
    const [row, resource] = [rows.get(name), used.get(name)]
    if (row === undefined || resource === undefined || !resource.constrained) return []
    if (resource.buckets !== undefined || resource.calendars.length === 0) return []
    const shift = shiftOf(situation, row)
    if (shift === undefined) return []
    const days = daysByState(resource, shift, neededDays(situation, resource))
    const closed = workableDays(situation, row, days.closed, shift)
    const open = workableDays(situation, row, days.open, hoursAfter(shift))
    return closed.length + open.length === 0 ? [] : [{ row, resource, shift, closed, open }]
  })
}

/** Returns the starts of the days on which the sales order would need the resource to be delivered earlier, ascending. */
function neededDays({ chain, lateness, live }: Situation, resource: Resource): readonly Seconds[] {
  const now = live.input.settings.current
  const found = new Set<Seconds>()
  for (const { uses, locked, start, end } of chain) {
    if (locked !== undefined || !uses.some((use) => use.resource === resource)) continue
    for (let date = startOfDay(Math.max(now, start - lateness)); date < end; date += day) found.add(date)
  }
  return [...found].toSorted((a, b) => a - b)
}

const startOfDay = (date: Seconds): Seconds => Math.floor(date / day) * day

/**
 * Returns the days of additional time on which orders use the resource, with the given number of days before each
 * order; undefined without any.
 */
export function timeNear(more: MoreTime, orders: readonly Order[], marginDays: number): MoreTime | undefined {
  const { name } = more.resource
  const times = orders.flatMap(({ uses, end }) =>
    uses.flatMap(({ resource, from }) =>
      resource.name === name ? { from: startOfDay(from) - marginDays * day, end } : [],
    ),
  )
  return withDays(more, (date) => times.some(({ from, end }) => date >= from && date < end))
}

/** Returns the additional time of some days; undefined without any. */
function withDays(more: MoreTime, isIncluded: (date: Seconds) => boolean): MoreTime | undefined {
  const [closed, open] = [more.closed.filter(isIncluded), more.open.filter(isIncluded)]
  return closed.length + open.length === 0 ? undefined : { ...more, closed, open }
}

/**
 * Returns smaller amounts of additional time: only closed days, only longer shifts, and the first or second half of
 * the days.
 */
export function lessTime(more: MoreTime): readonly MoreTime[] {
  const { closed, open } = more
  const kinds =
    closed.length > 0 && open.length > 0
      ? [
          { ...more, open: [] },
          { ...more, closed: [] },
        ]
      : []
  const dates = [...closed, ...open].toSorted((a, b) => a - b)
  const middle = dates[Math.ceil(dates.length / 2)]
  if (middle === undefined) return kinds
  const halves = [withDays(more, (date) => date < middle), withDays(more, (date) => date >= middle)]
  return [...kinds, ...halves.flatMap((half) => half ?? [])]
}
