/** Which demands are planned: open ones and quotes that have what planning takes. */
import type { DemandRow } from '../input.ts'
import type { InvalidData } from './rows.ts'

const planned: readonly unknown[] = [null, undefined, 'open', 'quote']

/** The demands to plan. Those that lack what it takes are told of. */
export function plannable(rows: readonly DemandRow[], invalid: InvalidData[]): readonly DemandRow[] {
  const known = new Set<string>()
  return rows.filter((row) => {
    if (!planned.includes(row.status)) return false
    const missing = [
      ...(typeof row.item === 'string' ? [] : ['an item']),
      ...(Number.isFinite(row.due) ? [] : ['a due date']),
      ...(row.quantity > 0 ? [] : ['a quantity above 0']),
      ...(known.has(row.name) ? ['a name of its own'] : []),
    ]
    known.add(row.name)
    if (missing.length === 0) return true
    const description = `Demand "${row.name}" lacks ${missing.join(', ')}.`
    invalid.push({ entity: 'demand', owner: row.name, description })
    return false
  })
}
