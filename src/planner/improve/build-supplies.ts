/**
 * Finds the material that the steps of a shop compete for: stock, receipts and purchases of one item for which several
 * steps ask, and of which not all is there from the beginning: the step that takes it first begins first.
 */
import type { Buffer, Flow } from '../network/nodes.ts'
import { movedBy } from '../search/flows.ts'
import type { Search } from '../search/search.ts'
import type { Node } from '../search/steps.ts'
import { never, type Seconds } from '../time.ts'
import { epsilon } from '../timeline/profile.ts'
import { numbersOf } from './build-machines.ts'
import type { Shop, Supply } from './shop.ts'

/** What a step takes from a buffer. */
interface Take {
  readonly step: number
  readonly buffer: Buffer
  readonly quantity: number
}

export type Supplies = Pick<Shop, 'supplies' | 'supplyDates' | 'takeFrom' | 'takes' | 'taken'> & {
  /** Steps of which all material is in the model. */
  readonly complete: ReadonlySet<number>
}

/** A step that may take material, for the demand of a batch. */
interface Taker {
  readonly node: Node
  readonly batch: string
}

/** Maximum number of receipts of one material; those after it count when all of the material is there. */
const mostReceipts = 50
/** Maximum size of the table of what is left of each material before each step; further materials are left out. */
const mostKept = 1_000_000

/** Returns the material that the steps compete for. The plan does not contain them. */
export function suppliesOf(search: Search, takers: readonly Taker[]): Supplies {
  const takes = takers.map((taker, step) => takesOf(search, taker, step))
  const byBuffer = Map.groupBy(takes.flat(), ({ buffer }) => buffer)
  const scarce = new Map<Buffer, number>()
  const supplies: Supply[] = []
  let supplyDates = 0
  for (const [buffer, all] of byBuffer) {
    if (all.length < 2 || (supplyDates + mostReceipts) * takers.length > mostKept) continue
    const total = all.reduce((sum, { quantity }) => sum + quantity, 0)
    const supply = supplyOf(search, buffer, total)
    if (supply === undefined) continue
    scarce.set(buffer, supplies.length)
    supplies.push({ first: supplyDates, ...supply })
    supplyDates += supply.dates.length
  }
  const modeled = takes.map((own) => own.filter(({ buffer }) => scarce.has(buffer)))
  const { from, numbers } = numbersOf(modeled.map((own) => own.map(({ buffer }) => scarce.get(buffer)!)))
  return {
    supplies,
    supplyDates,
    takeFrom: from,
    takes: numbers,
    taken: Float64Array.from(modeled.flat(), ({ quantity }) => quantity),
    complete: new Set(
      takers.flatMap(({ node }, step) =>
        modeled[step]!.length === node.operation.flows.filter(({ consumes }) => consumes).length ? step : [],
      ),
    ),
  }
}

/** Returns what a step takes when it begins, of material without alternates. */
function takesOf(search: Search, { node: { operation, quantity }, batch }: Taker, step: number): Take[] {
  if (operation.steps.length > 0) return []
  return operation.flows.flatMap(({ consumes, flows: [flow, ...others] }) => {
    if (!consumes || flow === undefined || others.length > 0 || !isAtStart(flow)) return []
    const buffer = flow.buffer ?? search.network.buffer(flow.item, flow.location, batch)
    const asked = movedBy(flow, quantity)
    return buffer.infinite || asked <= epsilon ? [] : { step, buffer, quantity: asked }
  })
}

const isAtStart = ({ at, offset, effectiveStart, effectiveEnd }: Flow): boolean =>
  at === 'start' && offset === 0 && effectiveStart === -never && effectiveEnd === never

/** Returns when a material is there; undefined if all of it is from the beginning, or if it can be made. */
function supplyOf(search: Search, buffer: Buffer, total: number): Omit<Supply, 'first'> | undefined {
  const { current } = search.settings
  const { stock } = buffer
  if (stock.lowestFrom(current) >= total - epsilon) return undefined
  const bought = boughtFrom(search, buffer, total)
  if (bought === undefined) return undefined
  const dates: Seconds[] = []
  const totals: number[] = []
  const add = (date: Seconds, there: number): void => {
    dates.push(date)
    totals.push(there)
  }
  for (let date = current; date < bought;) {
    const there = stock.lowestFrom(date)
    add(date, there)
    if (there >= total - epsilon) break
    const isLast = dates.length === mostReceipts - 2
    date = stock.staysFrom(date, isLast ? total : there + 2 * epsilon)
  }
  if (bought < never && (totals.at(-1) ?? -never) < total - epsilon) add(bought, never)
  return { dates: Float64Array.from(dates), totals: Float64Array.from(totals) }
}

/** Returns from when any quantity can be bought; `never` if it cannot, undefined if it can be made or moved instead. */
function boughtFrom(search: Search, buffer: Buffer, quantity: number): Seconds | undefined {
  const { item, location, batch } = buffer
  const methods = buffer.methods ?? search.network.buffer(item, location, batch).methods ?? []
  if (methods.length === 0) return never
  if (!methods.every(({ operation: { kind, loads } }) => kind === 'purchase' && loads.length === 0))
    return undefined
  const { plan, reason } = search
  const mark = plan.mark()
  const purpose = { demand: undefined, batch, owner: undefined }
  search.limits.reset()
  const date = search.supply({ buffer, quantity, date: search.settings.current, limit: never, purpose })
  plan.rollback(mark)
  search.reason = reason
  return date
}
