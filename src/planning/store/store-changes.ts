/** Stores which proposed orders a plan added, changed and dropped, in parts, for consumers of plan changes. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type OrderTraits, traitSeparator } from '../../planner/result/order-traits.ts'
import type { Seconds } from '../../planner/time.ts'
import { storedMoment, timestamp } from './cells.ts'
import { isCompared, isSame } from './compare-plans.ts'
import type { Matchable } from '../../planner/result/match-orders.ts'
import type { GivenReferences } from './give-references.ts'
import type { PreviousOrders } from './previous-orders.ts'

/** Kinds of change of a proposed order. An order with other dates is moved, regardless of its quantity. */
export const orderChanges = ['added', 'moved', 'resized', 'dropped'] as const
export type OrderChange = (typeof orderChanges)[number]

/** Values before and after; null without an order or without a date. */
type Pair<Value> = readonly [Value | null, Value | null]

/** A changed order as it is stored. */
export type KeptChange = readonly [
  reference: string,
  type: string,
  change: OrderChange,
  start: Pair<string>,
  end: Pair<string>,
  quantity: Pair<number>,
]

interface ComparedPlans {
  readonly previous: Matchable & Pick<PreviousOrders, 'references'>
  readonly traits: Pick<OrderTraits, 'count' | 'kinds' | 'starts' | 'ends' | 'quantities'> &
    Partial<Pick<OrderTraits, 'existing'>>
  readonly given: Pick<GivenReferences, 'matches' | 'references'>
}

/** Maximum number of orders in a part. */
const partSize = 500

/** Stores the changes of the plan of a change set. */
export async function storeChanges(
  client: pg.ClientBase,
  table: string,
  changeset: number,
  plans: ComparedPlans,
): Promise<void> {
  const first = changedOrders(plans).next()
  if (first.done === true) return
  const copy = client.query(copyFrom(`COPY ${table} ("changeset", "part", "changes") FROM STDIN`))
  await pipeline(Readable.from(copiedParts(changeset, changedOrders(plans))), copy)
}

function* copiedParts(changeset: number, orders: Iterable<KeptChange>): Generator<string> {
  let texts: string[] = []
  let part = 0
  const line = (): string => `${changeset}\t${(part += 1)}\t[${texts.join(',').replaceAll('\\', '\\\\')}]\n`
  for (const order of orders) {
    texts.push(JSON.stringify(order))
    if (texts.length < partSize) continue
    yield line()
    texts = []
  }
  if (texts.length > 0) yield line()
}

/** Yields the orders that differ from those of the previous plan. */
function* changedOrders({ previous, traits, given }: ComparedPlans): Generator<KeptChange> {
  const matched = new Uint8Array(previous.count)
  for (let number = 0; number < traits.count; number += 1) {
    const match = given.matches[number]!
    if (match >= 0) matched[match] = 1
    if (traits.existing?.[number] !== undefined || !isCompared(traits.kinds[number]!)) continue
    if (match >= 0 && isSame(previous, match, traits, number)) continue
    const [start, end] = [traits.starts[number]!, traits.ends[number]!]
    const quantity = traits.quantities[number]!
    const before = match < 0 ? undefined : formerOrder(previous, match)
    const isMoved = before?.start !== moment(start) || before.end !== moment(end)
    yield [
      given.references[number]!,
      typeOf(traits.kinds[number]!),
      before === undefined ? 'added' : isMoved ? 'moved' : 'resized',
      [before?.start ?? null, moment(start)],
      [before?.end ?? null, moment(end)],
      [before?.quantity ?? null, quantity],
    ]
  }
  for (let place = 0; place < previous.count; place += 1) {
    if (matched[place] === 1 || !isCompared(previous.kinds[place]!)) continue
    const { start, end, quantity } = formerOrder(previous, place)
    const type = typeOf(previous.kinds[place]!)
    yield [previous.references[place]!, type, 'dropped', [start, null], [end, null], [quantity, null]]
  }
}

interface FormerOrder {
  readonly start: string | null
  readonly end: string | null
  readonly quantity: number
}

const formerOrder = ({ starts, ends, quantities }: Matchable, place: number): FormerOrder => ({
  start: moment(starts[place]!),
  end: moment(ends[place]!),
  quantity: quantities[place]!,
})

const typeOf = (kind: string): string => kind.split(traitSeparator, 1)[0]!

const moment = (seconds: Seconds): string | null =>
  Number.isNaN(seconds) ? null : timestamp(storedMoment(seconds)).replace(' ', 'T')
