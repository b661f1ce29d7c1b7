/** Records which files of the upload folder were imported into the scenario, to tell new files from imported ones. */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import { lastImportOf } from '../../data/history/last-import.ts'
import { undoneBy } from '../../data/history/undo-state.ts'
import type { Database } from '../../database/database.ts'
import type { DataContext } from '../../data/context.ts'
import type { Entity } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { ListedFile } from '../folders/list-files.ts'
import { recogniseFile } from './recognise.ts'

/** The last stored import of a file. */
export interface ImportedFile {
  /** Time of the import, in milliseconds since 1970. */
  readonly at: number
  /** Number of the task; null for an import without one. */
  readonly task: number | null
  /** Number of rejected rows. */
  readonly rejected: number
  /** Whether the file has changed since. */
  readonly changed: boolean
}

type Place = Pick<DataContext, 'home' | 'scenario'>

const tableOf = ({ scenario }: Pick<DataContext, 'scenario'>): string => qualified(scenario, 'importedfile')

/** Returns the last import of each of the files that was imported, by name, unless that import was undone. */
export async function findImported(
  context: Place,
  files: readonly ListedFile[],
): Promise<ReadonlyMap<string, ImportedFile>> {
  const database: Database = context.home
  const { rows } = await database.query<Omit<ImportedFile, 'changed'> & StoredVersion>({
    text: `SELECT f."name", f."size"::float8 AS "size", f."modified"::float8 AS "modified", f."task"::float8 AS "task",
        f."rejected", (extract(epoch FROM f."imported") * 1000)::float8 AS "at"
      FROM ${tableOf(context)} f LEFT JOIN ${lastImportOf(context.scenario, 'f')} l ON true
      WHERE f."name" = ANY($1::text[]) AND (l."id" IS NULL OR ${undoneBy(context.scenario, 'l."id"')} IS NULL)`,
    values: [files.map(({ name }) => name)],
  })
  const byName = new Map(rows.map((row) => [row.name, row]))
  return new Map(
    files.flatMap((file) => {
      const stored = byName.get(file.name)
      if (stored === undefined) return []
      const { at, task, rejected, size, modified } = stored
      const changed = size !== file.size || modified !== file.modified.getTime()
      return [[file.name, { at, task, rejected, changed }] as const]
    }),
  )
}

interface StoredVersion {
  readonly name: string
  readonly size: number
  readonly modified: number
}

/** Records the import of a file in the transaction that stores its records. */
export async function recordImported(
  client: pg.ClientBase,
  context: Pick<DataContext, 'scenario' | 'actor'>,
  { name, size, modified, rejected }: ListedFile & { readonly rejected: number },
): Promise<void> {
  await client.query(
    `INSERT INTO ${tableOf(context)} ("name", "size", "modified", "rejected", "task")
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ("name") DO UPDATE SET "size" = excluded."size", "modified" = excluded."modified",
       "imported" = now(), "task" = excluded."task", "rejected" = excluded."rejected"`,
    [name, size, modified.getTime(), rejected, context.actor.task ?? null],
  )
}

/** Deletes the records of the files of deleted entities, because none of the data that they brought remains. */
export async function forgetImportedOf(
  context: Place & Pick<DataContext, 'model'>,
  labels: Labels,
  isDeleted: (entity: Entity) => boolean,
): Promise<void> {
  const database: Database = context.home
  const { rows } = await database.query<{ name: string }>({ text: `SELECT "name" FROM ${tableOf(context)}` })
  const names = rows.flatMap(({ name }) => {
    const found = recogniseFile(context.model, labels, { name, size: 0, modified: new Date(0) })
    return found.kind === 'recognised' && isDeleted(found.file.entity) ? [name] : []
  })
  await database.query({
    text: `DELETE FROM ${tableOf(context)} WHERE "name" = ANY($1::text[])`,
    values: [names],
  })
}

/** Deletes the records of files that the folder no longer contains. */
export async function forgetImported(context: Place, present: readonly ListedFile[]): Promise<void> {
  const database: Database = context.home
  await database.query({
    text: `DELETE FROM ${tableOf(context)} WHERE "name" <> ALL($1::text[])`,
    values: [present.map(({ name }) => name)],
  })
}
