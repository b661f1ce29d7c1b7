/** Proposes safety stock for a list of buffers. */
import type { DataContext } from '../../data/context.ts'
import type { ReadRequest } from '../../data/read/index.ts'
import type { StockParameter } from '../../model/safety-stock.ts'
import type { PlanEdit } from '../live/questions.ts'
import { proposeStock, type StockProposal } from './propose-stock.ts'
import { readStockFacts } from './read-stock-facts.ts'

export interface StockQuestion extends Readonly<Record<StockParameter, number>> {
  /** Timeout of the statement, in seconds. */
  readonly timeout: number
}

export interface StockAnswer {
  /** Number of all buffers of the list. */
  readonly total: number
  readonly buffers: readonly StockProposal[]
}

/** Returns proposed safety stock for the first buffers of a list. */
export async function askStock(
  context: DataContext,
  request: ReadRequest,
  asked: StockQuestion,
): Promise<StockAnswer> {
  const { service_level, history, outlook, lead_time_variation, limit, timeout } = asked
  const { total, facts } = await readStockFacts(context, request, {
    window: { history, outlook },
    limit,
    timeout,
  })
  const target = { serviceLevel: service_level / 100, leadTimeVariation: lead_time_variation / 100 }
  return { total, buffers: facts.map((fact) => proposeStock(fact, target)) }
}

/** Returns the edits that store the proposals; buffers whose safety stock does not change have none. */
export const editsOf = (buffers: readonly StockProposal[]): readonly PlanEdit[] =>
  buffers.flatMap(({ id, present, proposed }) =>
    proposed === null || proposed === present
      ? []
      : [{ entity: 'input.buffer', action: 'update' as const, key: id, fields: { minimum: proposed } }],
  )
