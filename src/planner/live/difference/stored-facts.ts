/** The stored values of each order of a plan in memory, as far as other orders depend on them. */
import type { Peg, Repegged } from './peg.ts'
import type { Demand } from '../../network/nodes.ts'
import type { DemandPaths } from '../../result/constraint-rows.ts'
import { pauses, type Steps } from '../../pauses.ts'
import type { AnalyzedPlan } from '../../result/plan-result.ts'
import { orderProblems } from '../../result/problems.ts'
import type { Order } from '../../search/plan.ts'
import type { LiveState } from '../state.ts'
import { isOrder, type PlanNode } from './feeds.ts'

export interface StoredFacts extends Peg {
  /** Rank in the plan: orders that move the same buffer at the same time are sorted by it. */
  readonly rank: number
  readonly reference: string
  readonly infeasible: boolean
  /** The demand that the order delivers. */
  readonly delivered: Demand | undefined
}

const unneeded: Peg = { share: undefined, slack: Infinity, handedOn: undefined }

/** The stored plan, as it was made from the state in memory. */
export class StoredNodes {
  readonly facts = new Map<PlanNode, StoredFacts>()
  /** Demands by their numbers in shares. The number of a demand never changes. */
  readonly demands: Demand[]
  readonly #numbers: Map<string, number>
  /** Orders with date problems. */
  readonly flawed = new Set<Order>()
  /** Paths of sales orders whose lateness is explained by the orders that they waited for. */
  readonly paths: DemandPaths
  nextRank: number

  private constructor({ demands, paths, numbering }: AnalyzedPlan) {
    this.demands = [...demands]
    this.#numbers = new Map(demands.map(({ name }, number) => [name, number]))
    this.paths = new Map(paths)
    this.nextRank = numbering.orders.length
  }

  /** Expects an analysis of the plan of the state, with the references of the stored orders. */
  static *create(
    state: LiveState,
    analyzed: AnalyzedPlan,
    references: readonly string[],
  ): Steps<StoredNodes> {
    const { numbering, pegging, infeasible } = analyzed
    const { orders, stocks, count } = numbering
    const { settings } = state.input
    const nodes = new StoredNodes(analyzed)
    for (let number = 0; number < count; number += 1) {
      if (pauses(number)) yield
      const order = orders[number]
      nodes.facts.set(order ?? stocks[number - orders.length]!, {
        rank: number,
        reference: references[number]!,
        share: pegging.shares[number],
        slack: pegging.slacks[number]!,
        handedOn: pegging.handedOn.get(number),
        infeasible: infeasible[number] === 1,
        delivered: order === undefined ? undefined : state.shipped.get(order),
      })
    }
    for (const [number, order] of orders.entries())
      if (infeasible[number] === 1 && orderProblems(order, settings).length > 0) nodes.flawed.add(order)
    return nodes
  }

  /**
   * Records a stored difference. `referenceOf` returns the references of orders; `paths` contains the changed paths
   * of sales orders.
   */
  update(
    state: LiveState,
    { pegs, nodes, infeasible, ranks }: Repegged,
    gone: Iterable<Order>,
    referenceOf: (node: PlanNode) => string,
    paths: ReadonlyMap<string, readonly Order[] | undefined>,
  ): void {
    const { settings } = state.input
    for (const node of nodes) {
      const was = this.facts.get(node)
      const { share, slack, handedOn } = pegs.get(node) ?? was ?? unneeded
      const order = isOrder(node) ? node : undefined
      this.facts.set(node, {
        rank: was?.rank ?? (order === undefined ? 0 : ranks.get(order)!),
        reference: referenceOf(node),
        share,
        slack,
        handedOn,
        infeasible: (order === undefined ? undefined : infeasible.get(order)) ?? was?.infeasible ?? false,
        delivered: order === undefined ? undefined : state.shipped.get(order),
      })
      if (order === undefined) continue
      if (orderProblems(order, settings).length > 0) this.flawed.add(order)
      else this.flawed.delete(order)
    }
    for (const order of gone) {
      this.facts.delete(order)
      this.flawed.delete(order)
    }
    for (const [name, path] of paths) {
      if (path === undefined) this.paths.delete(name)
      else this.paths.set(name, path)
    }
    this.nextRank += ranks.size
  }

  /** Returns the number of a demand in shares. */
  numberOf(demand: Demand): number {
    let number = this.#numbers.get(demand.name)
    if (number === undefined) {
      number = this.demands.length
      this.#numbers.set(demand.name, number)
      this.demands.push(demand)
    }
    return number
  }
}
