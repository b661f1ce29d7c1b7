/** Reads rows by key, and describes rows that cannot be used. */

import { never, type Seconds } from '../time.ts'

/** A record that cannot be planned, with the reason. The rest of the network is planned. */
export interface InvalidData {
  readonly entity: string
  readonly owner: string
  readonly description: string
}

/**
 * Returns the first second at which an order may not end any more. An order that ends exactly at the effective end is
 * still effective, because all of its work lies before.
 */
export const afterEffectiveEnd = (end: Seconds | null | undefined): Seconds =>
  end === null || end === undefined ? never : end + 1

/** Returns a number of at least 0; the default if it is missing or not a number. */
export const atLeastZero = (value: number | null | undefined, missing = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : missing

/** Returns a number of any sign; 0 if it is missing or not a number. */
export const finite = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0

/** Returns a maximum; unlimited if it is missing or 0. */
export const largest = (value: number | null | undefined): number =>
  typeof value === 'number' && value > 0 ? value : Infinity

/** Groups rows by a key; keeps the sequence of the rows within a key. */
export function groupRows<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/** Returns a name and its ancestors, nearest first. Stops at a circle. */
export function lineage(
  name: string,
  rows: ReadonlyMap<string, { readonly owner?: string | null | undefined }>,
): readonly string[] {
  const names: string[] = []
  for (let next: string | null | undefined = name; typeof next === 'string' && !names.includes(next);) {
    names.push(next)
    next = rows.get(next)?.owner
  }
  return names
}
