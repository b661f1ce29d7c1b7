/**
 * The logs of tasks as every server reads them: files in LOGDIR, or with an object store first rows of the database
 * and, after the end of the task, an object. Positions are bytes from the start of the log.
 */
import { appendFile, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ControlDatabase } from '../../database/database.ts'
import { keyOf, logFolder, type FolderSettings } from '../../files/folders/folder.ts'
import type { Blob, BlobStore } from '../../storage/blob-store.ts'
import { storeOf } from '../../storage/store-of.ts'
import { taskLogName } from './log-file.ts'

export interface LogPlace {
  readonly control: Pick<ControlDatabase, 'query'>
  readonly settings: FolderSettings
}

export interface LoggedTask {
  readonly id: number
  readonly name: string
}

/** Maximum number of bytes of a row. */
export const logPartBytes = 256 * 1024

/** Returns up to `logPartBytes` bytes of a log from a position; none if it has no more. */
export async function readLog(place: LogPlace, task: LoggedTask, position: number): Promise<Buffer> {
  const store = storeOf(place.settings)
  if (store === undefined) return readFileAt(logPath(place.settings, task), position)
  const part = await readRow(place, task.id, position)
  if (part !== undefined) return part
  const stored = await findObject(place, store, task)
  if (stored === undefined || position >= stored.size) return Buffer.alloc(0)
  const end = Math.min(position + logPartBytes, stored.size) - 1
  const content = await store.get(stored.key, { start: position, end, tag: stored.tag })
  return content === undefined ? Buffer.alloc(0) : buffer(content)
}

/** Returns the size of a log in bytes; undefined if there is no log. */
export async function logSize(place: LogPlace, task: LoggedTask): Promise<number | undefined> {
  const store = storeOf(place.settings)
  if (store === undefined) return fileSize(logPath(place.settings, task))
  const { rows } = await place.control.query<{ end: number | null }>({
    text: `SELECT max("position" + length("content"))::float8 AS "end" FROM control."tasklog" WHERE "task" = $1`,
    values: [task.id],
  })
  return rows[0]?.end ?? (await findObject(place, store, task))?.size
}

const fileSize = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => found.size,
    () => undefined,
  )

/** Returns the bytes of a log from `start` to `end`, both included. */
export function streamLog(place: LogPlace, task: LoggedTask, start: number, end: number): Readable {
  async function* parts(): AsyncGenerator<Buffer> {
    for (let position = start; position <= end;) {
      const part = (await readLog(place, task, position)).subarray(0, end - position + 1)
      if (part.length === 0) return
      position += part.length
      yield part
    }
  }
  return Readable.from(parts(), { objectMode: false })
}

/** Appends a line to the log of a task that has ended. Does nothing if the log does not exist. */
export async function appendToLog(place: LogPlace, task: LoggedTask, line: string): Promise<void> {
  const end = await logSize(place, task)
  if (end === undefined) return
  if (storeOf(place.settings) === undefined) await appendFile(logPath(place.settings, task), line)
  else await insertPart(place, task.id, end, Buffer.from(line))
}

/** Copies the bytes of a log file that are not in the database yet, from a position. Returns the position after them. */
export async function copyToDatabase(place: LogPlace, task: LoggedTask, position: number): Promise<number> {
  const path = logPath(place.settings, task)
  let end = position
  for (;;) {
    const part = await readFileAt(path, end)
    if (part.length === 0) return end
    await insertPart(place, task.id, end, part)
    end += part.length
  }
}

/** Returns the path of the log on the machine on which the task runs. */
export const logPath = ({ LOGDIR }: Pick<FolderSettings, 'LOGDIR'>, task: LoggedTask): string =>
  join(LOGDIR, taskLogName(task))

/** Returns the key of the log in the object store. */
export const logKey = (settings: FolderSettings, task: LoggedTask): string =>
  keyOf(logFolder(settings), taskLogName(task))

const findObject = ({ settings }: LogPlace, store: BlobStore, task: LoggedTask): Promise<Blob | undefined> =>
  store.find(logKey(settings, task))

/** Returns the bytes of the row at a position; undefined if the database does not have them. */
async function readRow({ control }: LogPlace, id: number, position: number): Promise<Buffer | undefined> {
  const { rows } = await control.query<{ start: number; content: Buffer; isEnded: boolean }>({
    name: 'task-log-part',
    text: `SELECT p."position"::float8 AS "start", coalesce(p."content", '') AS "content",
        t."finished" IS NOT NULL AS "isEnded"
      FROM control."task" t LEFT JOIN LATERAL (
        SELECT "position", "content" FROM control."tasklog"
        WHERE "task" = t."id" AND "position" <= $2 ORDER BY "position" DESC LIMIT 1
      ) p ON p."position" + length(p."content") > $2
      WHERE t."id" = $1`,
    values: [id, position],
  })
  const [row] = rows
  if (row === undefined) return Buffer.alloc(0)
  if (row.content.length > 0) return row.content.subarray(position - row.start)
  // The object is written when the task has ended.
  return row.isEnded ? undefined : Buffer.alloc(0)
}

async function insertPart(
  { control }: LogPlace,
  id: number,
  position: number,
  content: Buffer,
): Promise<void> {
  await control.query({
    text: `INSERT INTO control."tasklog" ("task", "position", "content") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    values: [id, position, content],
  })
}

async function readFileAt(path: string, position: number): Promise<Buffer> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return Buffer.alloc(0)
  try {
    const { buffer: bytes, bytesRead } = await file.read(
      Buffer.alloc(logPartBytes),
      0,
      logPartBytes,
      position,
    )
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
