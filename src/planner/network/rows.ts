/** Looking rows up, and telling of rows that refer to nothing. */

/** A record that cannot be planned with, and why. The rest of the network is planned. */
export interface InvalidData {
  readonly entity: string
  readonly owner: string
  readonly description: string
}

/** A number that cannot be negative; one that is missing or none has its default. */
export const atLeastZero = (value: number | null | undefined, missing = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : missing

/** A number of any sign. */
export const finite = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0

/** A maximum; none where it is missing or 0. */
export const largest = (value: number | null | undefined): number =>
  typeof value === 'number' && value > 0 ? value : Infinity

/** Rows by a key; the order of the rows is kept within a key. */
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

/** A name and those of its ancestors, nearest first. Circles end where they close. */
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
