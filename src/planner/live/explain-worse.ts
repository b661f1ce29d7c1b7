/** Explains why sales orders are late that an edit made worse. */
import { explainOne } from '../improve/explain.ts'
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import type { Edit } from './edit.ts'
import { releaseDemand } from './release.ts'

/** Maximum number of sales orders explained; the others keep the reasons found by the search. */
const mostExplained = 10
/** Maximum number of orders placed for explanations, per sales order and in total. */
const mostPlaced = 2_000
const mostPlacedInAll = 6_000

/** Explains the late ones of some demands, and sets their deliveries with the reasons. */
export function explainLateOf(edit: Edit, names: Iterable<string>): void {
  const { state } = edit
  const { plan } = state
  const until = plan.placed + mostPlacedInAll
  let count = 0
  for (const name of names) {
    const delivery = state.deliveries.get(name)
    if (delivery === undefined || latenessOf([delivery]) === 0) continue
    if (count === mostExplained || plan.placed >= until) return
    count += 1
    const explained = explain(edit, delivery, mostPlaced)
    if (explained !== delivery) edit.setDelivery(name, explained)
  }
}

/** Returns a late delivery with its reasons. */
export function explain(edit: Edit, delivery: Delivery, most: number): Delivery {
  const { state } = edit
  const lines = state.linesOf(delivery.demand).flatMap(({ name }) => state.deliveries.get(name) ?? [])
  return explainOne(
    state.search,
    {
      ordersOf: (demand) => [...state.index.ofDemand(demand)],
      without: (demands, ask) => withoutDemands(edit, demands, ask),
    },
    delivery,
    lines.map((line) => (line.demand === delivery.demand ? delivery : line)),
    most,
  )
}

function withoutDemands<Answer>(edit: Edit, demands: readonly Demand[], ask: () => Answer): Answer {
  const mark = edit.mark()
  for (const demand of demands) releaseDemand(edit, demand, true)
  const answer = ask()
  edit.undoTo(mark)
  return answer
}
