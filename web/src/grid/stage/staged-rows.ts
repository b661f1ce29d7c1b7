/** Rows with unsaved edits, and what remains of the edits when a row is saved. */
import type { Row } from '../../platform/meta/entity-meta.ts'
import type { Fault } from '../../platform/values/parse-value.ts'

export interface StagedCell {
  readonly value: unknown
  /** Typed text, if it is not a valid value. */
  readonly text?: string
  readonly fault?: Fault
}

export interface StagedRow {
  /** Key of the record; for a new record an id that cannot be a key. */
  readonly id: string
  /** The record as read before the first edit; undefined for a new one. */
  readonly base: Row | undefined
  readonly cells: ReadonlyMap<string, StagedCell>
}

/** An edit; an undefined `cell` reverts an edit. */
export interface CellEdit {
  readonly id: string
  readonly base: Row | undefined
  readonly field: string
  readonly cell: StagedCell | undefined
}

/** A row as it was sent to be saved, and the record that the service has stored for it. */
export interface SavedRow {
  readonly sent: StagedRow
  /** The stored record with its key; undefined if the service did not return it. */
  readonly stored: RowVersion | undefined
}

/** A version of a record that edits start from. */
interface RowVersion {
  readonly id: string
  readonly base: Row
}

/** Returns whether two values are equal for the API: an empty text counts as no value. */
export function same(one: unknown, other: unknown): boolean {
  const [left, right] = [one, other].map((value) => (value === undefined || value === '' ? null : value))
  if (left === right) return true
  return (
    typeof left === 'object' && typeof right === 'object' && JSON.stringify(left) === JSON.stringify(right)
  )
}

/**
 * Returns what remains of a saved row as edits of the stored record: cells that were edited or reverted after they were
 * sent. A new row that was removed meanwhile has no remains, nor has one whose record is unknown.
 */
export function unsavedRow({ sent, stored }: SavedRow, now: StagedRow | undefined): StagedRow | undefined {
  const values = Object.fromEntries([...sent.cells].map(([field, { value }]) => [field, value]))
  const base = stored?.base ?? (sent.base === undefined ? undefined : { ...sent.base, ...values })
  if (base === undefined) return undefined
  const cells = new Map([...(now?.cells ?? [])].filter(([field, cell]) => cell !== sent.cells.get(field)))
  if (sent.base !== undefined) {
    for (const field of sent.cells.keys())
      if (now?.cells.has(field) !== true) cells.set(field, { value: sent.base[field] ?? null })
  }
  return { id: stored?.id ?? sent.id, base, cells: unequal(cells, base) }
}

/** Returns the cells that differ from a record, or are invalid. */
export const unequal = (cells: ReadonlyMap<string, StagedCell>, base: Row): ReadonlyMap<string, StagedCell> =>
  new Map([...cells].filter(([field, { value, fault }]) => fault !== undefined || !same(base[field], value)))

/**
 * Stores which record replaces a saved row, because an editor, or a computation, that began before the save ends after
 * it.
 */
export function createVersions() {
  const created = new Map<string, RowVersion | undefined>()
  const updated = new WeakMap<Row, Row>()
  return {
    add({ sent, stored }: SavedRow): void {
      if (sent.base === undefined) created.set(sent.id, stored)
      else if (stored !== undefined) updated.set(sent.base, stored.base)
    },
    /** Returns an edit of the newest version; undefined for a new row whose record is unknown. */
    latest(edit: CellEdit): CellEdit | undefined {
      let { id, base } = edit
      if (created.has(id)) {
        const made = created.get(id)
        if (made === undefined) return undefined
        ;({ id, base } = made)
      }
      for (let next = base; next !== undefined; next = updated.get(next)) base = next
      return { ...edit, id, base }
    },
  }
}
