/** Names dumps in the folder of logs, and deletes those after their retention and the drafts of killed backups. */
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { timestampOf } from '../aside/work.ts'

/** Retention of dumps in days. */
const keptDays = 30

/** Start of the names of all dumps, with which an object store lists them without the logs in the same folder. */
export const dumpPrefix = 'backup.'

export const dumpFileName = (scenario: string, moment: Date): string =>
  `${dumpPrefix}${scenario}.${timestampOf(moment)}.sql.gz`

/** Returns the name until the dump is complete. It contains the process and host of the writer. */
export const draftName = (fileName: string): string => `${fileName}.${process.pid}.${hostname()}.part`

const dumpName = /^backup\.[a-z0-9_]+\.(\d{14})\.sql\.gz(?:\.(\d+)\.(.+)\.part)?$/

/** Returns whether a file is a dump or the draft of a dump. */
export const isDumpName = (fileName: string): boolean => dumpName.test(fileName)

/** Returns whether a dump is past its retention. */
export function isOldDump(fileName: string, moment: Date): boolean {
  const [, time = '', pid] = dumpName.exec(fileName) ?? []
  return time !== '' && pid === undefined && isOlder(time, moment, keptDays)
}

export interface DeletedDumps {
  /** Names of the deleted files. */
  readonly deleted: readonly string[]
  /** Files that were to be deleted, each with the reason of the system why it could not be. */
  readonly undeleted: readonly string[]
}

/** Deletes dumps of all scenarios after their retention, and drafts without a writer. */
export async function deleteOldDumps(folder: string, moment: Date): Promise<DeletedDumps> {
  return deleteDumps(folder, moment, keptDays)
}

/** Deletes drafts of killed backups. The folder does not have to exist. */
export async function deleteDrafts(folder: string, moment: Date): Promise<void> {
  await deleteDumps(folder, moment, Infinity)
}

async function deleteDumps(folder: string, moment: Date, days: number): Promise<DeletedDumps> {
  const deleted: string[] = []
  const undeleted: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const match = dumpName.exec(name)
    if (match === null) continue
    const [, time = '', pid, host] = match
    const goes = pid === undefined ? isOlder(time, moment, days) : !isWritten(Number(pid), host, time, moment)
    if (!goes) continue
    try {
      await rm(join(folder, name), { force: true })
      deleted.push(name)
    } catch (error) {
      undeleted.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { deleted, undeleted }
}

function isOlder(time: string, moment: Date, days: number): boolean {
  return days !== Infinity && time < timestampOf(new Date(moment.getTime() - days * 86_400_000))
}

/** Returns whether a process still writes the draft. Drafts of another host are assumed to be written for a day. */
function isWritten(pid: number, host: string | undefined, time: string, moment: Date): boolean {
  if (isOlder(time, moment, 1)) return false
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
