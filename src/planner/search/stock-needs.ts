/**
 * Lists what demands require from stock, through all levels: each quantity may be taken from stock, or be bought or
 * made from other requirements. An estimate by lead times, without plan: of several ways only the first one counts.
 */
import { highestOf } from '../calendar/step-function.ts'
import type { Buffer, Demand, Operation, Resource } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import { lotSize } from './lot-size.ts'
import { mostBeside } from './lots.ts'
import { runSeconds } from './duration.ts'
import type { Search } from './search.ts'
import { movedBy } from './flows.ts'

/** Stock of a buffer for which demands compete. */
export interface Stock {
  /** Quantity that is free until new supply of it could be available. */
  readonly free: number
  /** Total of the listed requirements. */
  required: number
  /** Quantity-days of lateness that a unit is worth. */
  price: number
  /** Quantity that the demands take at this price. */
  taken: number
}

/** A quantity that a demand requires from a buffer. */
export interface Need {
  readonly stock: Stock
  readonly quantity: number
  /** Earliest delivery if the quantity is taken from stock; `never` without any stock. */
  readonly fromStock: Seconds
  /** Earliest delivery if the quantity is bought; `never` if it is made from the requirements that name it. */
  readonly bought: Seconds
  /** Index of the requirement that it is for; -1 for that of the delivery. A requirement follows the one that it is for. */
  readonly parent: number
}

/** Maximum number of requirements of one demand; larger demands are not estimated. */
const mostNeeds = 50
/** Steps of bisection for the free quantity of a stock. */
const narrowing = 12

/** How a buffer is supplied: from its stock, or by the first way to refill it. */
interface Supply {
  readonly operation: Operation
  readonly per: number
  readonly isPurchase: boolean
  /** Seconds that new supply takes if nothing is in stock. */
  readonly lead: Seconds
  readonly stock: Stock
}

/** An operation whose materials are listed. */
interface NeedRequest {
  readonly operation: Operation
  readonly quantity: number
  readonly end: Seconds
  readonly due: Seconds
  readonly batch: string
  readonly parent: number
}

export class StockNeeds {
  readonly #supplies = new Map<Buffer, Supply | undefined>()
  readonly #resources = new Set<Resource>()
  /** Seconds of work of all listed requirements on limited resources, times the units that it uses. */
  #work = 0
  /** Units of these resources. */
  #units = 0
  readonly #search: Search

  constructor(search: Search) {
    this.#search = search
  }

  /** Returns the requirements of a demand; undefined if they cannot be estimated. */
  of({ delivery, quantity, due, batch }: Demand): readonly Need[] | undefined {
    const needs: Need[] = []
    if (delivery === undefined || delivery.steps.length > 0) return undefined
    const isKnown = this.#add(needs, { operation: delivery, quantity, end: due, due, batch, parent: -1 })
    return isKnown ? needs : undefined
  }

  /** Returns the seconds that a delivery takes if nothing is in stock. */
  leadOf({ delivery, quantity }: Demand): Seconds {
    return delivery === undefined ? 0 : this.#leadOf(delivery, quantity)
  }

  /** Adds the requirements of an operation; returns whether they can be estimated. */
  #add(needs: Need[], request: NeedRequest): boolean {
    const { operation, quantity, end, due, batch, parent } = request
    const { current } = this.#search.settings
    const lots = Math.max(1, mostBeside(this.#search, operation, quantity))
    const { work } = operation
    const start = work.begin(work.openBefore(end), runSeconds(operation, quantity / lots))
    this.#countWork(operation, quantity)
    for (const { consumes, flows } of operation.flows) {
      const [flow] = flows
      if (!consumes || flow === undefined) continue
      const buffer = flow.buffer ?? this.#search.network.buffer(flow.item, flow.location, batch)
      if (buffer.infinite) continue
      const supply = this.#supplyOf(buffer)
      if (supply === undefined || needs.length >= mostNeeds) return false
      const { operation: maker, per, isPurchase, stock } = supply
      const asked = movedBy(flow, quantity)
      const size = lotSize(maker, asked / per)
      const soonest = current + due - start
      const bought = isPurchase ? soonest + runSeconds(maker, size) : never
      stock.required += asked
      const place = needs.length
      needs.push({
        stock,
        quantity: asked,
        fromStock: stock.free > epsilon ? soonest : never,
        bought,
        parent,
      })
      if (isPurchase) continue
      const made = { operation: maker, quantity: size, end: start, due, batch, parent: place }
      if (!this.#add(needs, made)) return false
    }
    return true
  }

  /** Counts the work of an operation on the first resource of each group. */
  #countWork(operation: Operation, quantity: number): void {
    for (const { loads } of operation.loads) {
      const [load] = loads
      if (load === undefined || !load.resource.constrained || load.resource.buckets !== undefined) continue
      this.#work += load.quantity * runSeconds(operation, quantity)
      if (this.#resources.has(load.resource)) continue
      this.#resources.add(load.resource)
      this.#units += highestOf(load.resource.capacity)
    }
  }

  /** Returns the seconds that the resources need for the listed requirements, if all of them share the work. */
  get workSeconds(): number {
    return this.#units > 0 ? this.#work / this.#units : 0
  }

  /** Returns the first way to refill a buffer, with its stock; undefined if there is none, or one of several steps. */
  #supplyOf(buffer: Buffer): Supply | undefined {
    const known = this.#supplies.get(buffer)
    if (known !== undefined || this.#supplies.has(buffer)) return known
    const { item, location, batch } = buffer
    const [method] = buffer.methods ?? this.#search.network.buffer(item, location, batch).methods ?? []
    // Circular networks ask for the buffer again.
    this.#supplies.set(buffer, undefined)
    if (method === undefined || method.per <= 0 || method.operation.steps.length > 0) return undefined
    const { operation, per } = method
    const lead = this.#leadOf(operation, 1)
    const supply = {
      operation,
      per,
      isPurchase: !operation.flows.some(({ consumes }) => consumes),
      lead,
      stock: { free: this.#freeOf(buffer, lead), required: 0, price: 0, taken: 0 },
    }
    this.#supplies.set(buffer, supply)
    return supply
  }

  /** Returns the quantity that can be taken now without a shortage before new supply could be available. */
  #freeOf({ stock }: Buffer, lead: Seconds): number {
    const { current } = this.#search.settings
    const isFree = (quantity: number): boolean =>
      stock.firstBelow(current, current + lead, quantity) === never
    let [least, most] = [0, Math.max(0, stock.level(current))]
    if (most === 0 || isFree(most)) return most
    for (let step = 0; step < narrowing; step += 1) {
      const middle = (least + most) / 2
      if (isFree(middle)) least = middle
      else most = middle
    }
    return least
  }

  /** Returns the seconds of an operation, and before it of its materials if none is in stock. */
  #leadOf(operation: Operation, quantity: number): Seconds {
    const { current } = this.#search.settings
    let begin = current
    for (const { consumes, flows } of operation.flows) {
      const buffer = consumes ? flows[0]?.buffer : undefined
      if (buffer !== undefined) begin = Math.max(begin, current + (this.#supplyOf(buffer)?.lead ?? 0))
    }
    const { work } = operation
    return work.finish(work.open(begin), runSeconds(operation, quantity)) - current
  }
}
