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
  const known = new Map<string, Map<string, Rule | null>>()
  const find = (from: string, to: string): Rule | null => {
    let ofSetup = known.get(from)
    if (ofSetup === undefined) known.set(from, (ofSetup = new Map()))
    let rule = ofSetup.get(to)
    if (rule === undefined) {
      rule = rules.find((one) => one.from.test(from) && one.to.test(to)) ?? null
      ofSetup.set(to, rule)
    }
    return rule
  }
  return {
    duration: (from, to) => (from === to ? 0 : (find(from, to)?.duration ?? never)),
    cost: (from, to) => (from === to ? 0 : (find(from, to)?.cost ?? 0)),
  }
}
