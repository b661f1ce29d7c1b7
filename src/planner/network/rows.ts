/** Reads rows by key, and describes rows that cannot be used. */

import { sentence } from '../sentences.ts'
import { epsilon } from '../timeline/profile.ts'
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

/** Returns a function that adds descriptions to a list, each only once. */
export function reportOnce(invalid: InvalidData[]): (found: readonly InvalidData[]) => void {
  const known = new Set<string>()
  return (found) => {
    for (const one of found) {
      const key = [one.entity, one.owner, one.description].join('\0')
      if (!known.has(key)) invalid.push(one)
      known.add(key)
    }
  }
}

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

interface SizeFields {
  readonly sizeminimum?: number | null | undefined
  readonly sizemultiple?: number | null | undefined
  readonly sizemaximum?: number | null | undefined
}

/** Returns the lot sizes of a row. The maximum is always obeyed; what it excludes is reported and does not count. */
export function sizesOf(row: SizeFields, owner: string, invalid: InvalidData[]) {
  const minimum = atLeastZero(row.sizeminimum, 1)
  const maximum = largest(row.sizemaximum)
  let multiple = atLeastZero(row.sizemultiple)
  const report = (description: string): number => invalid.push({ entity: 'operation', owner, description })
  if (multiple > maximum + epsilon) {
    report(sentence('multiple_excluded', { owner, multiple, most: maximum }))
    multiple = 0
  }
  const most = multiple > 0 ? Math.floor(maximum / multiple + epsilon) * multiple : maximum
  // A minimum of 1 is the default.
  if (minimum > Math.max(1, most) + epsilon) report(sentence('minimum_excluded', { owner, minimum, most }))
  return { minimum: Math.min(minimum, most), multiple, maximum }
}
