/**
 * Sequences demands of equal urgency that compete for scarce stock: who takes it is on time, the others wait for new
 * supply. A price per unit of each stock, raised while more is required than is free and lowered otherwise, shows for
 * which demands waiting costs the fewest quantity-days; they go behind those that then ship before them. This is the
 * subgradient method for the Lagrangian relaxation of the allocation. Only stock and lead times are considered.
 */
import { quantityDaysLate } from '../lateness.ts'
import type { Demand } from '../network/nodes.ts'
import { pauses, type Steps } from '../pauses.ts'
import { never, type Seconds } from '../time.ts'
import type { Search } from './search.ts'
import { type Need, type Stock, StockNeeds } from './stock-needs.ts'

/** Maximum number of demands: the prices of more take long. */
const manyDemands = 10_000
/** Work of resources, as a share of the mean lead time, above which resources decide the sequence instead of stock. */
const mostWork = 1 / 3
/** Number of times that the prices are changed. */
const rounds = 40
/** Number of the last rounds over which the chosen dates are averaged: some demands choose another one in each round. */
const lastRounds = 10
/** Number of demands between two pauses. */
const demandsTogether = 512
/** Maximum change of a price in the first round, in quantity-days. */
const firstStep = 30
/** Number of rounds after which changes are half as large. */
const slower = 5

/**
 * Shares of the lead time and of the delay by which a demand goes before others of the same date: work of a long lead
 * time begins sooner, and a delayed demand needs capacity as soon as its material is available.
 */
const [shareOfLead, shareOfDelay] = [0.2, 0.1]

/** Part of a requirement at one date of delivery. */
interface Part {
  readonly stock: Stock
  readonly quantity: number
  /** Whether it cannot be made instead from the parts that name it. */
  readonly onlyStock: boolean
  /** Index of the part that it is for; -1 if it is required in any case. */
  readonly parent: number
}

/** A date on which a demand can be delivered, and what this requires from stock. */
interface Option {
  readonly date: Seconds
  /** Quantity-days. */
  readonly late: number
  readonly parts: readonly Part[]
}

interface Competitor {
  readonly demand: Demand
  /** By date. */
  readonly options: readonly Option[]
}

/**
 * Returns demands in the sequence of the dates that scarce stock allows; they are given in that of their due dates.
 * Returns the given list if they do not compete for stock.
 */
export function* sequenceByStock(search: Search, demands: readonly Demand[]): Steps<readonly Demand[]> {
  if (demands.length < 2 || demands.length > manyDemands) return demands
  const needs = new StockNeeds(search)
  const competitors = yield* competitorsOf(search, demands, needs)
  if (competitors.length === 0) return demands
  const stocks = stocksOf(competitors)
  const totals = new Float64Array(competitors.length)
  for (let round = 0; round < rounds; round += 1) {
    yield
    changePrices(competitors, stocks, round)
    if (round < rounds - lastRounds) continue
    for (let at = 0; at < totals.length; at += 1) totals[at]! += cheapest(competitors[at]!.options).date
  }
  const dates = new Map(competitors.map(({ demand }, at) => [demand, totals[at]! / lastRounds]))
  return demands
    .map((demand) => {
      const date = dates.get(demand) ?? demand.due
      const turn = date - shareOfLead * needs.leadOf(demand) - shareOfDelay * (date - demand.due)
      return { demand, turn }
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ demand }) => demand)
}

/** Returns the demands that need stock to be on time; none if resources rather than stock decide the sequence. */
function* competitorsOf(
  search: Search,
  demands: readonly Demand[],
  needs: StockNeeds,
): Steps<readonly Competitor[]> {
  const { current } = search.settings
  const asked: { readonly demand: Demand; readonly found: readonly Need[] }[] = []
  let leads = 0
  for (const [index, demand] of demands.entries()) {
    if (pauses(index, demandsTogether)) yield
    const lead = needs.leadOf(demand)
    const found = demand.due < current + lead ? needs.of(demand) : undefined
    if (found === undefined) continue
    asked.push({ demand, found })
    leads += lead
    if (needs.workSeconds > (mostWork * leads) / asked.length) return []
  }
  const competitors: Competitor[] = []
  for (const [index, { demand, found }] of asked.entries()) {
    if (pauses(index, demandsTogether)) yield
    const options = optionsOf(demand, found)
    if (options.length > 1) competitors.push({ demand, options })
  }
  return competitors
}

/** Returns the stocks for which there is competition. */
const stocksOf = (competitors: readonly Competitor[]): readonly Stock[] => [
  ...new Set(
    competitors.flatMap(({ options }) => options.flatMap(({ parts }) => parts.map(({ stock }) => stock))),
  ),
]

/** Returns the dates of delivery from the due date on that need less and less from stock. */
function optionsOf({ quantity, due }: Demand, needs: readonly Need[]): readonly Option[] {
  const dates = new Set([due])
  for (const { fromStock, bought } of needs) {
    if (fromStock > due && fromStock < never) dates.add(fromStock)
    if (bought > due && bought < never) dates.add(bought)
  }
  const options: Option[] = []
  for (const date of [...dates].sort((a, b) => a - b)) {
    const parts = partsOf(needs, date)
    if (parts === undefined) continue
    options.push({ date, late: quantityDaysLate(quantity, due, date), parts })
    if (parts.length === 0) break
  }
  return options
}

/** Returns the requirements that a delivery at a date cannot buy; undefined if the date is not possible. */
function partsOf(needs: readonly Need[], date: Seconds): readonly Part[] | undefined {
  // Whether each requirement can be made without stock, only with some, or not at all.
  const making = needs.map(({ bought, stock, fromStock }): 'free' | 'never' | 'priced' =>
    bought === never || bought <= date || (fromStock <= date && stock.required <= stock.free)
      ? 'free'
      : 'never',
  )
  for (let at = needs.length - 1; at >= 0; at -= 1) {
    const { fromStock, parent } = needs[at]!
    if (making[at] === 'free') continue
    const isPossible = fromStock <= date
    if (!isPossible && making[at] === 'never' && parent < 0) return undefined
    if (parent >= 0 && making[parent] !== 'never')
      making[parent] = isPossible || making[at] === 'priced' ? 'priced' : 'never'
  }
  const parts: Part[] = []
  /** Index of the nearest part above each requirement or of its own; undefined if it is not required. */
  const places: (number | undefined)[] = []
  for (let at = 0; at < needs.length; at += 1) {
    const { stock, quantity, fromStock, parent } = needs[at]!
    const above = parent < 0 ? -1 : places[parent]
    const isRequired = above !== undefined && !parts[above]?.onlyStock && making[at] !== 'free'
    if (!isRequired || fromStock > date) {
      places.push(isRequired ? above : undefined)
      continue
    }
    places.push(parts.length)
    parts.push({ stock, quantity, onlyStock: making[at] === 'never', parent: above })
  }
  return parts
}

/** Lets all demands choose the cheapest date, then changes the prices. */
function changePrices(competitors: readonly Competitor[], stocks: readonly Stock[], round: number): void {
  for (const stock of stocks) stock.taken = 0
  for (const { options } of competitors) take(cheapest(options).parts)
  const step = firstStep / (1 + round / slower)
  for (const stock of stocks) {
    const { free, price, taken } = stock
    stock.price = Math.max(0, price + (step * (taken - free)) / (taken + free + 1))
  }
}

function cheapest(options: readonly Option[]): Option {
  let best = options[0]!
  let lowest = never
  for (const option of options) {
    if (option.late >= lowest) break
    const cost = option.late + priceOf(option.parts)
    if (cost < lowest) [best, lowest] = [option, cost]
  }
  return best
}

/** The price of making each part; valid after `priceOf`. */
const makingPrices: number[] = []

/** Returns the lowest price of parts. */
function priceOf(parts: readonly Part[]): number {
  let price = 0
  for (let at = 0; at < parts.length; at += 1) makingPrices[at] = 0
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at]!
    const cost = isTaken(part, at) ? part.stock.price * part.quantity : makingPrices[at]!
    if (part.parent < 0) price += cost
    else makingPrices[part.parent]! += cost
  }
  return price
}

const isTaken = ({ onlyStock, stock, quantity }: Part, at: number): boolean =>
  onlyStock || stock.price * quantity < makingPrices[at]!

/** Whether each part is made instead of taken; valid within `take`. */
const made: boolean[] = []

/** Takes parts from the stock that is cheaper than making them. */
function take(parts: readonly Part[]): void {
  priceOf(parts)
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!
    const isAsked = part.parent < 0 || made[part.parent]!
    const takes = isAsked && isTaken(part, at)
    if (takes) part.stock.taken += part.quantity
    made[at] = isAsked && !takes
  }
}
