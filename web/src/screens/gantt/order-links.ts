/** Lines between the orders that supply each other: up- and downstream of an order, and to the orders that a move delays. */
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import type { Trial } from '../../platform/api/plan-trials.ts'
import type { PlacedRow } from './lanes.ts'
import { type Move, moveEdits } from './moves.ts'

/** `delayed`: the second order becomes later because of the first. */
export const linkKinds = ['upstream', 'downstream', 'delayed'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Lengths of the dashes and gaps of the lines, in pixels. */
export const linkDashes: Readonly<Record<LinkKind, readonly number[]>> = {
  upstream: [],
  downstream: [7, 3],
  delayed: [2, 3],
}

/** A line from the order that supplies to the order that is supplied. */
export interface OrderLink {
  readonly kind: LinkKind
  readonly from: string
  readonly to: string
  /** Places of orders whose bars may lie outside the window. */
  readonly places?: Readonly<Record<string, OrderPlace>>
}

export interface OrderPlace {
  /** Names of its resources, separated by commas, which names may contain too. */
  readonly resources: string
  readonly start: string
  readonly end: string
}

/** What of a trial shows its delays. */
type Consequences = Pick<Trial, 'demands' | 'orders'>

/** Maximum number of lines of each kind; more could not be distinguished. */
const mostLinks = 200

/**
 * Returns the lines of a tree of orders. Orders without a bar, such as purchases and stock, are skipped: the line
 * leads to the next order with one.
 */
export function linksOf(tree: readonly PeggedOrder[], kind: 'upstream' | 'downstream'): readonly OrderLink[] {
  const rows = new Map(tree.map((row) => [row.id, row]))
  const links = new Map<string, OrderLink>()
  for (const order of tree) {
    const { reference, parent, resources } = order
    if (resources === null) continue
    let above = parent === null ? undefined : rows.get(parent)
    while (above?.resources === null) above = above.parent === null ? undefined : rows.get(above.parent)
    if (above === undefined || above.reference === reference) continue
    const [from, to] = kind === 'upstream' ? [reference, above.reference] : [above.reference, reference]
    const places = { [reference]: placeOf(order), [above.reference]: placeOf(above) }
    links.set(`${from} ${to}`, { kind, from, to, places })
    if (links.size === mostLinks) break
  }
  return [...links.values()]
}

const placeOf = ({ resources, startdate, enddate }: PeggedOrder): OrderPlace => ({
  resources: resources ?? '',
  start: startdate ?? enddate ?? '',
  end: enddate ?? startdate ?? '',
})

/**
 * Returns lines from the moved orders to the orders that are later after them and belong to a sales order that the move
 * delays. Without a known cause a sales order is delayed by the only move; of several, none is blamed.
 * @param moves those that were tried
 */
export function delayedLinks(
  moves: readonly Move[],
  trial: Consequences | undefined,
  rows: readonly PlacedRow[],
): readonly OrderLink[] {
  if (trial === undefined) return []
  const causes = causesOf(moves, trial)
  if (causes.size === 0) return []
  const moved = new Set(moves.map(({ reference }) => reference))
  const later = new Set(
    trial.orders.list
      .filter(({ before, after }) => before !== null && after !== null && after.end > before.end)
      .map(({ reference }) => reference),
  )
  const links = new Map<string, OrderLink>()
  for (const { bars } of rows)
    for (const { bar } of bars) {
      const to = bar.reference
      if (!later.has(to) || moved.has(to)) continue
      for (const name of Object.keys(bar.demands)) {
        const from = causes.get(name)
        if (from !== undefined) links.set(`${from} ${to}`, { kind: 'delayed', from, to })
      }
    }
  return [...links.values()].slice(0, mostLinks)
}

/** Returns the moved orders that delay sales orders, by the name of the sales order. */
function causesOf(moves: readonly Move[], { demands }: Consequences): ReadonlyMap<string, string> {
  const ofEdits = moves.flatMap((move) => moveEdits([move]).map(() => move.reference))
  const causes = new Map<string, string>()
  for (const { name, change, edit } of demands) {
    if (change !== 'late' && change !== 'later') continue
    const cause = edit === null ? (moves.length === 1 ? moves[0]?.reference : undefined) : ofEdits[edit]
    if (cause !== undefined) causes.set(name, cause)
  }
  return causes
}
