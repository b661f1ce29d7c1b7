/** Names of dumps in the folder of logs, and which of them go: those past their age, and what killed backups have left. */
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { timestampOf } from '../aside/work.ts'

/** Days for which dumps are kept. */
const keptDays = 30

export const dumpFileName = (scenario: string, moment: Date): string =>
  `backup.${scenario}.${timestampOf(moment)}.sql.gz`

/** Name until the dump is complete. It tells who writes it. */
export const draftName = (fileName: string): string => `${fileName}.${process.pid}.${hostname()}.part`

const dumpName = /^backup\.[a-z0-9_]+\.(\d{14})\.sql\.gz(?:\.(\d+)\.(.+)\.part)?$/

/** Whether a file is a dump, or the draft of one. */
export const isDumpName = (fileName: string): boolean => dumpName.test(fileName)

/** Deletes dumps past their age, of all scenarios, and drafts without a writer; answers their names. */
export async function deleteOldDumps(folder: string, moment: Date): Promise<readonly string[]> {
  return deleteDumps(folder, moment, keptDays)
}

/** Deletes what killed backups have left. A folder that does not exist yet has nothing of it. */
export async function deleteDrafts(folder: string, moment: Date): Promise<void> {
  await deleteDumps(folder, moment, Infinity)
}

async function deleteDumps(folder: string, moment: Date, days: number): Promise<readonly string[]> {
  const deleted: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const match = dumpName.exec(name)
    if (match === null) continue
    const [, time = '', pid, host] = match
    const goes = pid === undefined ? isOlder(time, moment, days) : !isWritten(Number(pid), host, time, moment)
    if (!goes) continue
    await rm(join(folder, name), { force: true })
    deleted.push(name)
  }
  return deleted
}

function isOlder(time: string, moment: Date, days: number): boolean {
  return days !== Infinity && time < timestampOf(new Date(moment.getTime() - days * 86_400_000))
}

/** Whether somebody still writes the draft. That of another machine is given a day. */
function isWritten(pid: number, host: string | undefined, time: string, moment: Date): boolean {
  if (isOlder(time, moment, 1)) return false
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is there as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
