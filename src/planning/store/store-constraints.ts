/** Stores the constraints of a plan: why its demands are late or short. */
import type { Consequence } from '../../data/write/log/logged.ts'
import { literal } from '../../database/identifiers.ts'
import { constraintShape, type StoredConstraint } from './plan-rows.ts'
import { planEntities, type PlanTables } from './plan-tables.ts'
import { replaceRows } from './replace-rows.ts'

/** @param demands names of the demands whose constraints are replaced; undefined for all */
export async function storeConstraints(
  { client, changes }: Pick<Consequence, 'client' | 'changes'>,
  { constraints: table }: PlanTables,
  rows: Iterable<StoredConstraint>,
  demands: readonly string[] | undefined,
): Promise<void> {
  const named = demands && new Set(demands)
  const replaced = await replaceRows(client, {
    table,
    columns: constraintShape.names,
    lines: constraintShape.lines(named === undefined ? rows : filtered(rows, named)),
    scope: async () => (named === undefined ? 'true' : isOneOf('demand', [...named])),
  })
  changes.count(planEntities.constraints, replaced, 'computed')
}

function* filtered(
  rows: Iterable<StoredConstraint>,
  demands: ReadonlySet<string>,
): Generator<StoredConstraint> {
  for (const row of rows) if (demands.has(row.demand)) yield row
}

/** Returns SQL of whether a column of the table `t` has one of some values. */
export const isOneOf = (column: string, names: readonly string[]): string =>
  names.length === 0 ? 'false' : `t."${column}" IN (${names.map(literal).join(', ')})`
