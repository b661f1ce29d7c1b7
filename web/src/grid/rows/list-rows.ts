/** Rows of the open list: the records that were read, followed by the new records that are not saved yet. */
import { asApiError } from '../../platform/api/api-error.ts'
import { keyOf, type Row } from '../../platform/meta/entity-meta.ts'
import { isNewId, type Stage } from '../stage/stage.ts'
import { createSignal, type Signal } from '../../platform/signal.ts'
import { createRowSource, type ListMeta, type ListQuery, type RowSource } from './row-source.ts'

export interface RowRef {
  readonly id: string
  /** The record as read; undefined for a new record. */
  readonly base: Row | undefined
}

export interface ListState {
  readonly total: number | undefined
  readonly loading: boolean
  readonly error: unknown
}

export interface ListRows {
  readonly list: Signal<ListState>
  readonly isOpen: () => boolean
  readonly source: () => RowSource
  /** Replaces the list; returns false if it is open already. */
  readonly open: (query: ListQuery) => boolean
  /** Discards the rows that were read, until a list is opened again. */
  readonly close: () => void
  /** Discards the rows that were read, to read them again. */
  readonly reset: () => void
  /** Returns the number of rows if the given rows can be shown without reading them. */
  readonly ready: (from: number, to: number) => number | undefined
  /** Reads rows, and returns the number of all rows. Throws `ApiError`. */
  readonly load: (from: number, to: number) => Promise<number>
  /** Returns the number of stored records; while they are read again, their number before. */
  readonly total: () => number
  /** Returns the number of rows with the new records. */
  readonly count: () => number
  readonly ref: (row: number) => RowRef | undefined
  /** Returns the row of a record, if it was read or is new. */
  readonly find: (id: string) => number | undefined
}

export function createListRows(meta: ListMeta, stage: Stage): ListRows {
  const list = createSignal<ListState>({ total: undefined, loading: true, error: undefined })
  const nothing: ListQuery = { url: meta.url, params: [], ordering: '' }
  let source = createRowSource(meta, nothing)
  /**
   * No rows are read before a list is opened, because earlier requests of the engine would read the list without its
   * filter.
   */
  let opened = false
  let lastTotal = 0
  const total = (): number => source.total() ?? lastTotal
  return {
    list,
    isOpen: () => opened,
    source: () => source,
    open(query) {
      if (opened && JSON.stringify(source.query) === JSON.stringify(query)) return false
      opened = true
      lastTotal = 0
      source.abort()
      source = createRowSource(meta, query)
      list.set({ total: undefined, loading: true, error: undefined })
      return true
    },
    close() {
      opened = false
      lastTotal = 0
      source.abort()
      source = createRowSource(meta, nothing)
      list.set({ total: 0, loading: false, error: undefined })
    },
    reset() {
      lastTotal = total()
      source.reset()
      list.set({ ...list.get(), loading: true, error: undefined })
    },
    ready(from, to) {
      const known = source.total()
      if (known === undefined) return undefined
      const end = Math.min(to, known)
      // Blocks are complete: if both ends were read, the rows between were read too.
      const there = from >= known || (source.at(from) !== undefined && source.at(end - 1) !== undefined)
      return there ? known + stage.created().length : undefined
    },
    async load(from, to) {
      if (!opened) return 0
      const mine = source
      list.set({ ...list.get(), loading: true })
      try {
        await mine.load(from, to)
        if (mine === source) list.set({ total: mine.total(), loading: false, error: undefined })
      } catch (error) {
        if (mine === source) list.set({ total: mine.total(), loading: false, error: asApiError(error) })
        throw error
      }
      return (mine.total() ?? 0) + stage.created().length
    },
    total,
    count: () => (opened ? total() + stage.created().length : 0),
    ref(row) {
      // While the list is read again, its rows stay on the screen.
      const known = source.total() ?? (lastTotal === 0 ? undefined : lastTotal)
      if (known !== undefined && row >= known) {
        const id = stage.created()[row - known]
        return id === undefined ? undefined : { id, base: undefined }
      }
      const base = source.at(row) ?? source.former(row)
      return base === undefined ? undefined : { id: keyOf(meta, base), base }
    },
    find(id) {
      if (!isNewId(id)) return source.find(id)
      const index = stage.created().indexOf(id)
      return index < 0 ? undefined : total() + index
    },
  }
}
