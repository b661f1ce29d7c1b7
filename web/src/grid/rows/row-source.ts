/**
 * Reads the rows of a list in blocks on demand. It counts the rows once, caches the most recently used blocks, and
 * never discards blocks near the one that was read last.
 */
import { readBody, send } from '../../platform/api/client.ts'
import { anything, list, table } from '../../platform/api/shape.ts'
import type { EntityMeta, Row } from '../../platform/meta/entity-meta.ts'

/** The metadata that are needed to read a list. */
export type ListMeta = Pick<EntityMeta, 'url' | 'key' | 'list_fields'>

export interface ListQuery {
  /** Address of the list. */
  readonly url: string
  /** Parameters of filter and search. */
  readonly params: readonly (readonly [string, string])[]
  /** `-due,name`; empty to order by key. */
  readonly ordering: string
}

export interface RowSource {
  readonly query: ListQuery
  /** Returns the number of matching records; undefined until it is known. */
  total(): number | undefined
  /** Returns a record that was read, by index. */
  at(index: number): Row | undefined
  /** Returns a record as it was before `reset`, until its row is read again. */
  former(index: number): Row | undefined
  /** Reads missing rows of `[from, to)`. */
  load(from: number, to: number): Promise<readonly Row[]>
  /** Replaces records by newer versions. */
  replace(rows: readonly Row[]): void
  /** Returns the index of a record among those that were read. */
  find(key: string): number | undefined
  /** Clears the cache, so that all rows are read again. */
  reset(): void
  /** Ends all requests; nothing more can be read. */
  abort(): void
}

export const blockSize = 200
const mostBlocks = 40

/** The number of rows must be exact, because an estimate would cut off the list or leave rows that never load. */
const exactTotal = { Prefer: 'count=exact' }

const rowIn = (blocks: ReadonlyMap<number, readonly Row[]>, index: number): Row | undefined =>
  blocks.get(Math.floor(index / blockSize))?.[index % blockSize]

const rowsShape = list(table(anything))

/** Returns a record with its new values; fields of referenced records keep their old values. */
const newer = (row: Row, now: Row | undefined): Row => (now === undefined ? row : { ...row, ...now })

export function createRowSource(meta: ListMeta, query: ListQuery): RowSource {
  const ended = new AbortController()
  const blocks = new Map<number, readonly Row[]>()
  /** The rows before `reset`, which are on the screen until other rows are read. */
  const former = new Map<number, readonly Row[]>()
  const pending = new Map<number, Promise<readonly Row[]>>()
  let total: number | undefined
  let generation = 0

  async function read(block: number): Promise<readonly Row[]> {
    const mine = generation
    const offset = block * blockSize
    const wanted = total === undefined ? blockSize : Math.min(blockSize, total - offset)
    const params = new URLSearchParams(query.params.map(([name, value]) => [name, value]))
    params.set('format', 'json')
    params.set('limit', String(wanted))
    params.set('offset', String(offset))
    if (query.ordering !== '') params.set('ordering', query.ordering)
    if (total !== undefined) params.set('count', '0')
    if (meta.list_fields.length > 0) params.set('fields', meta.list_fields.join(','))
    const { signal } = ended
    const response = await send(`${query.url}?${params.toString()}`, { headers: exactTotal, signal })
    const rows = rowsShape(await readBody(() => response.json()), query.url)
    if (mine !== generation) return rows
    const counted = response.headers.get('x-total-count')
    if (counted !== null) total = Number(counted)
    else if (total === undefined) total = offset + rows.length
    blocks.set(block, rows)
    former.delete(block)
    trim(block)
    return rows
  }

  /** The map is in the order of use. Blocks near the one that was read last are on the screen and stay. */
  function trim(near: number): void {
    for (const block of blocks.keys()) {
      if (blocks.size <= mostBlocks) return
      if (Math.abs(block - near) > 2) blocks.delete(block)
    }
  }

  function blockOf(block: number): Promise<readonly Row[]> {
    const known = blocks.get(block)
    if (known !== undefined) {
      blocks.delete(block)
      blocks.set(block, known)
      return Promise.resolve(known)
    }
    const running = pending.get(block)
    if (running !== undefined) return running
    const started = read(block).finally(() => {
      if (pending.get(block) === started) pending.delete(block)
    })
    pending.set(block, started)
    return started
  }

  return {
    query,
    total: () => total,
    at: (index) => rowIn(blocks, index),
    former: (index) => rowIn(former, index),
    async load(from, to) {
      const mine = generation
      const first = Math.floor(from / blockSize)
      // The length of the list is unknown before the first block was read.
      if (total === undefined) await blockOf(first)
      const end = Math.min(to, total ?? to)
      const last = Math.floor(Math.max(from, end - 1) / blockSize)
      const parts = await Promise.all(
        Array.from({ length: last - first + 1 }, (_, index) => blockOf(first + index)),
      )
      if (mine === generation) former.clear()
      return parts.flat().slice(from - first * blockSize, end - first * blockSize)
    },
    replace(rows) {
      const byKey = new Map(rows.map((row) => [row[meta.key], row]))
      for (const read of [blocks, former])
        for (const [block, known] of read) {
          if (known.some((row) => byKey.has(row[meta.key])))
            read.set(
              block,
              known.map((row) => newer(row, byKey.get(row[meta.key]))),
            )
        }
    },
    find(key) {
      for (const [block, rows] of blocks) {
        const place = rows.findIndex((row) => String(row[meta.key]) === key)
        if (place >= 0) return block * blockSize + place
      }
      return undefined
    },
    reset() {
      generation += 1
      for (const [block, rows] of blocks) former.set(block, rows)
      blocks.clear()
      pending.clear()
      total = undefined
    },
    abort: () => ended.abort(),
  }
}
