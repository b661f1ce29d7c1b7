/**
 * Keeps conflicts of an undo in memory while the savepoint is rolled back in which they were found: their number, the
 * first ones, and if needed the keys of all records.
 */
import type pg from 'pg'
import { conflictsTable, countConflicts, readConflicts, type UndoConflict } from './conflicts.ts'

export interface KeptConflicts {
  readonly count: number
  /** The first conflicts. */
  readonly first: readonly UndoConflict[]
  /** Conflicting records, as JSON in pieces; undefined if they were not wanted or take too much memory. */
  readonly records: readonly string[] | undefined
}

/** Maximum number of conflicts in results. */
const mostConflicts = 100

/** Number of conflicting records in a piece. */
const pieceRecords = 10_000

/** Maximum total length of the pieces: of some million records. */
const mostKeptLength = 128 * 2 ** 20

/** Reads the number of conflicts and the first ones. */
export async function readFirstConflicts(client: pg.ClientBase): Promise<KeptConflicts> {
  const first = await readConflicts(client, mostConflicts)
  return { count: await countConflicts(client), first, records: undefined }
}

/** Also reads all conflicting records, unless they are longer than `mostLength` characters. */
export async function keepConflicts(
  client: pg.ClientBase,
  mostLength = mostKeptLength,
): Promise<KeptConflicts> {
  const kept = await readFirstConflicts(client)
  const records: string[] = []
  await client.query(
    `DECLARE "undo_conflicts" NO SCROLL CURSOR FOR
     SELECT json_build_object('entity', "entity", 'key', "key", 'problem', min("problem"))::text AS "text"
     FROM ${conflictsTable} GROUP BY "entity", "key"`,
  )
  let length = 0
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`FETCH ${pieceRecords} FROM "undo_conflicts"`)
    if (rows.length === 0) break
    const piece = `[${rows.map(({ text }) => text).join()}]`
    length += piece.length
    if (length > mostLength) break
    records.push(piece)
  }
  await client.query('CLOSE "undo_conflicts"')
  return length > mostLength ? kept : { ...kept, records }
}

/** Inserts kept records as conflicts again, to leave them out; without fields and referencing records. */
export async function restoreConflicts(
  client: pg.ClientBase,
  { records = [] }: Pick<KeptConflicts, 'records'>,
): Promise<void> {
  for (const piece of records) {
    await client.query(
      `INSERT INTO ${conflictsTable} SELECT c.* FROM json_populate_recordset(NULL::${conflictsTable}, $1::json) c`,
      [piece],
    )
  }
}
