/**
 * Finds which order supplies which, in single buffers of a plan and between steps. The result is computed on request,
 * so that the cost depends on the orders requested. It is the same as that of the analysis of the whole plan.
 */
import type { Buffer } from '../../network/nodes.ts'
import { finish } from '../../pauses.ts'
import { EdgeList } from '../../result/edge-list.ts'
import { linkSteps, matchStock } from '../../result/edges.ts'
import type { Numbering } from '../../result/numbering.ts'
import { eventsByBuffer, type StockEvents } from '../../result/stock-events.ts'
import type { Order } from '../../search/plan.ts'

/** An order, or the stock of a buffer at the start, which is a separate order in a stored plan. */
export type PlanNode = Order | Buffer

export const isOrder = (node: PlanNode): node is Order => 'movements' in node

export interface Feed {
  readonly producer: PlanNode
  readonly consumer: Order
  readonly quantity: number
  /** Time between supply and use, in seconds. */
  readonly gap: number
  readonly weight: number
}

/** Feeds of a node, in the order in which the analysis of a whole plan lists them. */
export interface NodeFeeds {
  readonly upstream: readonly Feed[]
  readonly downstream: readonly Feed[]
}

/** The matched supply and demand of one buffer. */
export interface MatchedBuffer {
  readonly numbering: Numbering
  readonly stocks: StockEvents
  readonly feeds: ReadonlyMap<PlanNode, NodeFeeds>
}

interface Lists {
  readonly upstream: Feed[]
  readonly downstream: Feed[]
}

const none: NodeFeeds = { upstream: [], downstream: [] }

/** Functions that return the orders to match. */
export interface FeedSource {
  /** Returns the orders that move a buffer. */
  readonly moving: (buffer: Buffer) => Iterable<Order>
  /** Returns the rank of an order in the plan. */
  readonly rank: (order: Order) => number
  /** Returns the orders that are linked with an order: steps of the same order, its predecessors and its successors. */
  readonly linked: (order: Order) => readonly Order[]
}

export class Feeds {
  readonly #source: FeedSource
  readonly #matched = new Map<Buffer, MatchedBuffer>()
  readonly #of = new Map<PlanNode, NodeFeeds>()

  constructor(source: FeedSource) {
    this.#source = source
  }

  ofBuffer(buffer: Buffer): MatchedBuffer {
    let found = this.#matched.get(buffer)
    if (found === undefined) this.#matched.set(buffer, (found = this.#match(buffer)))
    return found
  }

  of(node: PlanNode): NodeFeeds {
    let found = this.#of.get(node)
    if (found === undefined) this.#of.set(node, (found = this.#find(node)))
    return found
  }

  #match(buffer: Buffer): MatchedBuffer {
    const { moving, rank } = this.#source
    const orders = [...moving(buffer)].sort((a, b) => rank(a) - rank(b))
    const stocks = buffer.onhand === 0 ? [] : [buffer]
    const numbering: Numbering = { orders, stocks, count: orders.length + stocks.length }
    const events = finish(eventsByBuffer([buffer], numbering))
    const edges = new EdgeList(events.orders.length + 1)
    finish(matchStock(edges, orders, events))
    return { numbering, stocks: events, feeds: feedsOf(edges, numbering) }
  }

  #find(node: PlanNode): NodeFeeds {
    if (!isOrder(node)) return this.ofBuffer(node).feeds.get(node) ?? none
    const buffers = [...new Set(node.movements.map(({ buffer }) => buffer))].sort((a, b) => a.id - b.id)
    const parts = buffers.flatMap((buffer) => this.ofBuffer(buffer).feeds.get(node) ?? [])
    const linked = this.#source.linked(node)
    if (linked.length > 1) parts.push(this.#link(node, linked))
    if (parts.length === 1) return parts[0]!
    return {
      upstream: parts.flatMap(({ upstream }) => upstream),
      downstream: parts.flatMap(({ downstream }) => downstream),
    }
  }

  #link(order: Order, linked: readonly Order[]): NodeFeeds {
    const { rank } = this.#source
    const orders = linked.toSorted((a, b) => rank(a) - rank(b))
    const edges = new EdgeList(linked.length)
    finish(linkSteps(edges, orders))
    return feedsOf(edges, { orders, stocks: [], count: orders.length }).get(order) ?? none
  }
}

function feedsOf(list: EdgeList, { orders, stocks }: Numbering): ReadonlyMap<PlanNode, NodeFeeds> {
  const { producers, consumers, quantities, gaps, weights } = list.edges()
  const found = new Map<PlanNode, Lists>()
  const of = (node: PlanNode): Lists => {
    let lists = found.get(node)
    if (lists === undefined) found.set(node, (lists = { upstream: [], downstream: [] }))
    return lists
  }
  for (let edge = 0; edge < producers.length; edge += 1) {
    const from = producers[edge]!
    const feed: Feed = {
      producer: orders[from] ?? stocks[from - orders.length]!,
      consumer: orders[consumers[edge]!]!,
      quantity: quantities[edge]!,
      gap: gaps[edge]!,
      weight: weights[edge]!,
    }
    of(feed.producer).downstream.push(feed)
    of(feed.consumer).upstream.push(feed)
  }
  return found
}
