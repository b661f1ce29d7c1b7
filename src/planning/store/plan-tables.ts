/** The tables that store a plan, of one scenario, as SQL. */
import type { DataContext } from '../../data/context.ts'
import { tableOf } from '../../data/write/log/logged.ts'
import { qualified } from '../../database/identifiers.ts'
import { requireEntity } from '../../model/model.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'

export const planEntities = {
  orders: 'input.operationplan',
  movements: 'input.operationplanmaterial',
  uses: 'input.operationplanresource',
  problems: 'output.problem',
  constraints: 'output.constraint',
  resourceBuckets: 'output.resourcesummary',
  demands: 'input.demand',
  items: 'input.item',
  resources: 'input.resource',
} as const

export interface PlanTables extends Readonly<Record<keyof typeof planEntities, string>> {
  /** Table of the largest number that has been used as a reference. */
  readonly references: string
  /** Table of the digest of the last plan. */
  readonly digest: string
  /** Table of the changes of proposed orders by each stored plan. */
  readonly changes: string
}

export const planTables = (context: DataContext): PlanTables => {
  const of = (name: keyof typeof planEntities): string =>
    tableOf(context, requireEntity(context.model, planEntities[name]))
  return {
    orders: of('orders'),
    movements: of('movements'),
    uses: of('uses'),
    problems: of('problems'),
    constraints: of('constraints'),
    resourceBuckets: of('resourceBuckets'),
    demands: of('demands'),
    items: of('items'),
    resources: of('resources'),
    references: qualified(context.scenario, 'planreference'),
    digest: qualified(context.scenario, 'plandigest'),
    changes: qualified(context.scenario, 'planchange'),
  }
}

/**
 * Returns the SQL condition for orders that the planner makes and removes; `o` is the alias of the order.
 */
export const isProposal = (o: string): string => `(${isProposedSql(`${o}."status"`)} OR ${o}."type" = 'STCK')`
