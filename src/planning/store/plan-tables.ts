/** The tables that hold a plan, of one scenario, as SQL. */
import type { DataContext } from '../../data/context.ts'
import { tableOf } from '../../data/write/log/logged.ts'
import { qualified } from '../../database/identifiers.ts'
import { requireEntity } from '../../model/model.ts'

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
  /** The largest number that has been a reference. */
  readonly references: string
  /** What the last plan has stored, in short. */
  readonly digest: string
  /** What each stored plan changed of proposed orders. */
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

/** Orders that the planner makes and removes; `o` is the order. An order without status is a proposal. */
export const isProposal = (o: string): string =>
  `(coalesce(${o}."status", 'proposed') = 'proposed' OR ${o}."type" = 'STCK')`
