/**
 * Remedy: additional time of several resources that delay a sales order together. All additional time is tried first;
 * then only the days that the orders of the sales order have used.
 */
import type { Demand, Resource } from '../../network/nodes.ts'
import type { ResourceRow } from '../../input.ts'
import type { Order } from '../../search/plan.ts'
import { day, type Seconds } from '../../time.ts'
import type { LiveState } from '../state.ts'
import { combine } from './combine.ts'
import { daysByState, type Shift, shiftOf, moreDays } from './overtime.ts'
import type { Candidate, Situation } from './remedy.ts'

/** Maximum number of resources considered, the most important first. */
const mostResources = 6

/** Days on which a resource gets additional time: closed days are opened, shifts of open days become longer. */
export interface MoreTime {
  readonly row: ResourceRow
  readonly resource: Resource
  readonly shift: Shift
  readonly closed: readonly Seconds[]
  readonly open: readonly Seconds[]
}

/** Returns all additional time that could make the sales order earlier, by resource. */
export function allMoreTime(situation: Situation, kinds: 'closed' | 'both'): readonly MoreTime[] {
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
    const dates = neededDays(situation, resource)
    if (shift === undefined || dates.length === 0) return []
    const { closed, open } = daysByState(resource, shift, dates)
    return [{ row, resource, shift, closed, open: kinds === 'both' ? open : [] }]
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

/** Returns the part of additional time that the orders of a sales order use in a plan. */
export function usedTime(all: readonly MoreTime[], state: LiveState, demand: Demand): readonly MoreTime[] {
  const orders = [...state.index.ofDemand(demand)]
  return all.flatMap((one) => {
    const isUsed = (date: Seconds, from: Seconds, until: Seconds): boolean =>
      orders.some((order) => isWorking(order, one.resource.name, date + from, date + until))
    const { from, until } = one.shift
    const closed = one.closed.filter((date) => isUsed(date, from, until))
    const open = one.open.filter((date) => isUsed(date, until, day))
    return closed.length + open.length === 0 ? [] : [{ ...one, closed, open }]
  })
}

const isWorking = ({ uses, end }: Order, resource: string, from: Seconds, until: Seconds): boolean =>
  end > from && uses.some((use) => use.resource.name === resource && use.from < until)

/** Returns the additional time as one action; undefined without any. */
export function actionOf(situation: Situation, more: readonly MoreTime[]): Candidate | undefined {
  let all: Candidate | undefined
  for (const one of more) {
    const next = moreDays(situation, one)
    if (next !== undefined) all = all === undefined ? next : (combine(all, next) ?? all)
  }
  return all
}
