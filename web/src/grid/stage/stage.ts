/**
 * Stores unsaved edits: changed cells and new records, with undo for every step. Independent of the screen; notifies
 * listeners of changes.
 */
import type { Row } from '../../platform/meta/entity-meta.ts'
import type { Fault } from '../../platform/values/parse-value.ts'
import {
  type CellEdit,
  createVersions,
  same,
  type SavedRow,
  type StagedCell,
  type StagedRow,
  unequal,
  unsavedRow,
} from './staged-rows.ts'
import { createSteps } from './steps.ts'

/** An error message of the service about a cell, or about the record if the field is empty. */
export interface ServerFault {
  readonly id: string
  readonly field: string
  readonly message: string
}

interface Step {
  readonly before: readonly StagedRow[]
  readonly after: readonly StagedRow[]
  /** Rows that the step created, in their order. */
  readonly made: readonly string[]
  readonly dropped: readonly string[]
}

export interface StageSummary {
  readonly version: number
  readonly cells: number
  readonly changed: number
  readonly created: number
  readonly faults: number
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Whether edits are still being prepared, because they need records that are being read. */
  readonly isPending: boolean
}

export interface Stage {
  readonly subscribe: (listener: () => void) => () => void
  readonly summary: () => StageSummary
  readonly row: (id: string) => StagedRow | undefined
  readonly rows: () => readonly StagedRow[]
  /** Returns the ids of new records, in the order in which they were added. */
  readonly created: () => readonly string[]
  /** Edits cells as one step. An edit that restores the original value is removed. */
  readonly edit: (edits: readonly CellEdit[], added?: readonly string[]) => void
  /** Removes rows with their edits, as one step. */
  readonly drop: (ids: readonly string[]) => void
  readonly undo: () => readonly string[]
  readonly redo: () => readonly string[]
  readonly fault: (id: string, field: string) => string | Fault | undefined
  /** Returns the errors in the order of rows. */
  readonly faults: () => readonly {
    readonly id: string
    readonly field: string
    readonly fault: string | Fault
  }[]
  readonly setServerFaults: (faults: readonly ServerFault[]) => void
  /** Replaces the original of edits by a newer version of the record; no step leads back to the former one. */
  readonly rebase: (id: string, base: Row) => void
  /** Notes that the rows are sent to be saved. Steps from now on can still be undone after they are saved. */
  readonly markSent: () => void
  /**
   * Removes the edits that were saved. Cells that were edited again after they were sent stay edited, now of the
   * stored records; no step leads back to the time before they were sent.
   */
  readonly removeSaved: (saved: readonly SavedRow[]) => void
  readonly clear: () => void
  /** Notes that an edit that follows from another one is being computed. It must not fail. */
  readonly addPending: (following: Promise<void>) => void
  /** Resolves when no edit is being computed any more: only then are all edits there to save. */
  readonly settled: () => Promise<void>
}

let nextNew = 0

/** Returns the id of a new record; no key of the service starts like it. */
export const newRowId = (): string => `\u0000new-${(nextNew += 1)}`
export const isNewId = (id: string): boolean => id.startsWith('\u0000new-')

export function createStage(): Stage {
  const rows = new Map<string, StagedRow>()
  let order: readonly string[] = []
  let serverFaults = new Map<string, ServerFault>()
  const steps = createSteps<Step>()
  const pending = new Set<Promise<void>>()
  const versions = createVersions()
  let removeSentSteps = steps.clear
  let summary: StageSummary = {
    ...countsOf(rows),
    version: 0,
    created: 0,
    canUndo: false,
    canRedo: false,
    isPending: false,
  }
  const listeners = new Set<() => void>()

  function tell(): void {
    const counts = countsOf(rows)
    summary = {
      version: summary.version + 1,
      cells: counts.cells,
      changed: counts.changed,
      created: order.length,
      faults: counts.faults + serverFaults.size,
      canUndo: steps.canUndo(),
      canRedo: steps.canRedo(),
      isPending: pending.size > 0,
    }
    for (const listener of listeners) listener()
  }

  function put(row: StagedRow): void {
    if (row.base !== undefined && row.cells.size === 0) rows.delete(row.id)
    else rows.set(row.id, row)
  }

  function perform(step: Step, backwards: boolean): readonly string[] {
    const [targets, gone, made] = backwards
      ? [step.before, step.made, step.dropped]
      : [step.after, step.dropped, step.made]
    for (const row of targets) put(row)
    for (const id of gone) rows.delete(id)
    order = [...order.filter((id) => !gone.includes(id)), ...made.filter((id) => isNewId(id))]
    const touched = [...targets.map(({ id }) => id), ...gone, ...made]
    const touch = new Set(touched)
    serverFaults = new Map([...serverFaults].filter(([, { id }]) => !touch.has(id)))
    tell()
    return touched
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    summary: () => summary,
    row: (id) => rows.get(id),
    rows: () => [...rows.values()],
    created: () => order,
    edit(given, added = []) {
      const edits = given.flatMap((edit) => (rows.has(edit.id) ? edit : (versions.latest(edit) ?? [])))
      if (edits.length + added.length === 0) return
      const step = stepOf(rows, edits, added)
      for (const { id, field } of edits) {
        serverFaults.delete(faultKey(id, field))
        serverFaults.delete(faultKey(id, ''))
      }
      for (const row of step.after) put(row)
      order = [...order, ...added]
      steps.add(step)
      tell()
    },
    drop(ids) {
      const before = ids.flatMap((id) => rows.get(id) ?? [])
      if (before.length === 0) return
      const after = before
        .filter(({ base }) => base !== undefined)
        .map(({ id, base }): StagedRow => ({ id, base, cells: new Map() }))
      const dropped = before.filter(({ base }) => base === undefined).map(({ id }) => id)
      const step = { before, after, made: [], dropped }
      steps.add(step)
      perform(step, false)
    },
    undo() {
      const step = steps.undo()
      return step === undefined ? [] : perform(step, true)
    },
    redo() {
      const step = steps.redo()
      return step === undefined ? [] : perform(step, false)
    },
    fault: (id, field) =>
      rows.get(id)?.cells.get(field)?.fault ?? serverFaults.get(faultKey(id, field))?.message,
    faults() {
      const local = [...rows.values()].flatMap(({ id, cells }) =>
        [...cells].flatMap(([field, { fault }]) => (fault === undefined ? [] : [{ id, field, fault }])),
      )
      const reported = [...serverFaults.values()].map(({ id, field, message }) => ({
        id,
        field,
        fault: message,
      }))
      const places = new Map([...rows.keys()].map((id, place) => [id, place]))
      const placeOf = (id: string): number => places.get(id) ?? places.size
      return [...local, ...reported].toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
    },
    setServerFaults(faults) {
      serverFaults = new Map(faults.map((fault) => [faultKey(fault.id, fault.field), fault]))
      tell()
    },
    rebase(id, base) {
      const known = rows.get(id)
      if (known === undefined) return
      put({ id, base, cells: unequal(known.cells, base) })
      // Earlier steps would restore outdated values.
      steps.change((step) => withoutRow(step, id))
      tell()
    },
    markSent() {
      removeSentSteps = steps.mark()
    },
    removeSaved(saved) {
      const gone = new Set(saved.map(({ sent }) => sent.id))
      order = order.filter((id) => !gone.has(id))
      serverFaults = new Map([...serverFaults].filter(([, { id }]) => !gone.has(id)))
      for (const one of saved) {
        const row = unsavedRow(one, rows.get(one.sent.id))
        versions.add(one)
        rows.delete(one.sent.id)
        if (row !== undefined) put(row)
      }
      removeSentSteps()
      removeSentSteps = steps.clear
      steps.change((step) => afterSave(step, saved))
      tell()
    },
    clear() {
      rows.clear()
      order = []
      serverFaults = new Map()
      steps.clear()
      tell()
    },
    addPending(following) {
      const done = following.finally(() => {
        pending.delete(done)
        tell()
      })
      pending.add(done)
      tell()
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

/** Returns the cells with invalid values. Errors of the service are left out: they may be corrected elsewhere. */
export const invalidCells = (stage: Stage) => stage.faults().filter(({ fault }) => typeof fault !== 'string')

/** Counts the changed records, their edited cells, and the invalid cells of all records. */
function countsOf(rows: ReadonlyMap<string, StagedRow>): Pick<StageSummary, 'cells' | 'changed' | 'faults'> {
  let cells = 0
  let faults = 0
  let changed = 0
  for (const row of rows.values()) {
    if (row.base !== undefined) {
      cells += row.cells.size
      changed += 1
    }
    for (const cell of row.cells.values()) if (cell.fault !== undefined) faults += 1
  }
  return { cells, changed, faults }
}

/** Returns the step that edits cells and adds records. */
function stepOf(
  rows: ReadonlyMap<string, StagedRow>,
  edits: readonly CellEdit[],
  added: readonly string[],
): Step {
  const before = new Map<string, StagedRow>()
  const drafts = new Map<string, { base: Row | undefined; cells: Map<string, StagedCell> }>()
  for (const id of added) drafts.set(id, { base: undefined, cells: new Map() })
  for (const { id, base, field, cell } of edits) {
    let draft = drafts.get(id)
    if (draft === undefined) {
      const known = rows.get(id) ?? { id, base, cells: new Map<string, StagedCell>() }
      before.set(id, known)
      draft = { base: known.base, cells: new Map(known.cells) }
      drafts.set(id, draft)
    }
    const back = cell !== undefined && cell.fault === undefined && draft.base !== undefined
    if (cell === undefined || (back && same(draft.base![field], cell.value))) draft.cells.delete(field)
    else draft.cells.set(field, cell)
  }
  const after = [...drafts].map(([id, { base, cells }]): StagedRow => ({ id, base, cells }))
  return { before: [...before.values()], after, made: added, dropped: [] }
}

/** Returns what remains of a step that was made while rows were saved, as a step of the stored records. */
function afterSave(step: Step, saved: readonly SavedRow[]): Step | undefined {
  const savedById = new Map(saved.map((one) => [one.sent.id, one]))
  const rowsAfter = (rows: readonly StagedRow[]): readonly StagedRow[] =>
    rows.flatMap((row) => {
      const one = savedById.get(row.id)
      return one === undefined ? row : (unsavedRow(one, row) ?? [])
    })
  const others = (ids: readonly string[]): readonly string[] => ids.filter((id) => !savedById.has(id))
  const { before, after, made, dropped } = step
  const kept = {
    before: rowsAfter(before),
    after: rowsAfter(after),
    made: others(made),
    dropped: others(dropped),
  }
  return isEmpty(kept) ? undefined : kept
}

const isEmpty = ({ before, after, made, dropped }: Step): boolean =>
  before.length + after.length + made.length + dropped.length === 0

/** Returns a step without its part on a row; undefined if it has no other part. */
function withoutRow({ before, after, made, dropped }: Step, id: string): Step | undefined {
  const others = (rows: readonly StagedRow[]): readonly StagedRow[] => rows.filter((row) => row.id !== id)
  const step = { before: others(before), after: others(after), made, dropped }
  return isEmpty(step) ? undefined : step
}

const faultKey = (id: string, field: string): string => `${id}\u0001${field}`
