/** Finds the state from which two scenarios have diverged, and its position in their change logs. */
import type { Line, Lineage, Merged } from './lineage.ts'

/** A state of the data of one scenario, as a position in its change log. */
export interface Position {
  /** Last change set that the state includes. */
  readonly changeset: number
  /**
   * Transactions that the state includes, as a PostgreSQL snapshot; without it, the state includes what the other log
   * has up to the change set.
   */
  readonly seen?: string
}

export interface Ancestor {
  /** Whether the scenarios diverged by a copy, or one has merged all changes of the other since. */
  readonly kind: 'copy' | 'merge'
  /** The scenario whose state it is. */
  readonly scenario: string
  readonly changeset: number
  readonly at: string
  /** Scenarios in whose log the state can be reached by going back, and the position to go back to. */
  readonly back: { readonly a?: Position; readonly b?: Position }
  /** Change set after which the logs differ: later changes determine which records can differ. Undefined if it is unknown. */
  readonly parted: number | undefined
}

/** Returns the common ancestor of two scenarios; undefined if none is known. */
export function commonAncestor(
  [nameA, a]: readonly [string, Lineage],
  [nameB, b]: readonly [string, Lineage],
): Ancestor | undefined {
  const fork = forkOf(a.lines, b.lines)
  const parted = fork?.changeset
  const copied: Ancestor | undefined = fork && {
    kind: 'copy',
    ...fork,
    back: { a: { changeset: fork.changeset }, b: { changeset: fork.changeset } },
    parted,
  }
  const [intoA, intoB] = [furthestMerge(a, b), furthestMerge(b, a)]
  const merges = [
    ...(intoA === undefined ? [] : [mergeOf(nameB, intoA, 'b', parted)]),
    ...(intoB === undefined ? [] : [mergeOf(nameA, intoB, 'a', parted)]),
  ]
  const known = copied === undefined ? merges : [copied, ...merges]
  return known.reduce<Ancestor | undefined>(
    (latest, one) => (latest === undefined || one.at >= latest.at ? one : latest),
    undefined,
  )
}

/**
 * Returns the last state of the second scenario that the first one contains: that of the copy, or that of the last time
 * that all changes of the second were merged into the first. Undefined if none is known.
 */
export function containedState(a: Lineage, b: Lineage): Position | undefined {
  const fork = forkOf(a.lines, b.lines)
  const merged = furthestMerge(a, b)
  if (merged === undefined || (fork !== undefined && fork.changeset > merged.until)) return fork
  return { changeset: merged.until, seen: merged.seen }
}

/**
 * Returns the merge of the second scenario into the first that includes most changes; of several equal ones, the last.
 * Undefined if there is none. An older merge proposal can be applied after a newer one; the changes of the newer one
 * remain merged.
 */
const furthestMerge = (a: Lineage, b: Lineage): Merged | undefined =>
  a.merged
    .filter((one) => holds(b, one))
    .reduce<Merged | undefined>(
      (furthest, one) => (furthest === undefined || one.until > furthest.until ? one : furthest),
      undefined,
    )

/** Returns the change sets of the second scenario by which changes of the first one were merged into it. */
export const mergedFrom = (a: Lineage, b: Lineage): readonly number[] =>
  b.merged.filter((one) => holds(a, one)).flatMap(({ changeset }) => changeset ?? [])

/** Returns whether the data include the state that was merged. */
const holds = ({ lines }: Lineage, { line, until }: Merged): boolean =>
  lines.some((one) => one.line === line && (one.until === null || one.until >= until))

function mergeOf(
  scenario: string,
  { until, seen, created }: Merged,
  side: 'a' | 'b',
  parted: number | undefined,
): Ancestor {
  return {
    kind: 'merge',
    scenario,
    changeset: until,
    at: created,
    back: { [side]: { changeset: until, seen } },
    parted,
  }
}

function forkOf(
  a: readonly Line[],
  b: readonly Line[],
): { readonly scenario: string; readonly changeset: number; readonly at: string } | undefined {
  const common = a.findLastIndex((line, index) => line.line === b[index]?.line)
  const [left, right] = [a[common], b[common]]
  if (left === undefined || right === undefined) return undefined
  const [first] = [left, right]
    .filter(({ until }) => until !== null)
    .toSorted((one, other) => Number(one.until) - Number(other.until))
  if (first === undefined || first.until === null || first.ended === null) return undefined
  return { scenario: left.scenario, changeset: first.until, at: first.ended }
}
