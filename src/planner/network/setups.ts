/**
 * Setup matrices: the duration of a changeover from one setup to another. The first matching rule by priority
 * applies; keeping the setup takes no time; without a matching rule the changeover is not possible.
 */
import type { SetupRuleRow } from '../input.ts'
import { never } from '../time.ts'
import { groupRows } from './rows.ts'

export interface SetupMatrix {
  /** Returns the duration of a changeover in seconds; `never` if it is not possible. */
  duration(from: string, to: string): number
  cost(from: string, to: string): number
}

interface Rule {
  readonly from: RegExp
  readonly to: RegExp
  readonly duration: number
  readonly cost: number
}

/** Compiles a pattern; an invalid regular expression matches literally. */
function expression(text: string | null | undefined): RegExp {
  if (text === null || text === undefined || text === '') return /^/
  try {
    return new RegExp(`^(?:${text})$`)
  } catch {
    return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)
  }
}

export function compileMatrices(rows: readonly SetupRuleRow[]): ReadonlyMap<string, SetupMatrix> {
  const groups = groupRows(rows, ({ setupmatrix }) => setupmatrix)
  return new Map([...groups].map(([name, rules]) => [name, compileMatrix(rules)]))
}

function compileMatrix(rows: readonly SetupRuleRow[]): SetupMatrix {
  const rules = rows
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
    .map((row): Rule => ({
      from: expression(row.fromsetup),
      to: expression(row.tosetup),
      duration: row.duration ?? 0,
      cost: row.cost ?? 0,
    }))
  const known = new Map<string, Rule | undefined>()
  const find = (from: string, to: string): Rule | undefined => {
    const key = `${from}\0${to}`
    if (!known.has(key))
      known.set(
        key,
        rules.find((rule) => rule.from.test(from) && rule.to.test(to)),
      )
    return known.get(key)
  }
  return {
    duration: (from, to) => (from === to ? 0 : (find(from, to)?.duration ?? never)),
    cost: (from, to) => (from === to ? 0 : (find(from, to)?.cost ?? 0)),
  }
}
