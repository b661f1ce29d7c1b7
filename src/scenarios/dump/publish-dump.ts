/** Gives a complete dump its name, and never that of another one: a second may have seen several backups. */
import { link, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpFileName } from './old-dumps.ts'

/** What says that a file system has no hard links. */
const linkless: ReadonlySet<unknown> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

/** Answers the name: of the moment, or of the first second after it that no dump of the scenario has. */
export async function publishDump(
  draft: string,
  { folder, scenario, moment }: { readonly folder: string; readonly scenario: string; readonly moment: Date },
): Promise<string> {
  for (let time = moment.getTime(); ; time += 1000) {
    const name = dumpFileName(scenario, new Date(time))
    if (await takesName(draft, join(folder, name))) return name
  }
}

/** Whether the name was free. */
async function takesName(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    await rm(draft)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    if (!linkless.has(code)) throw error
    return takesEmptyName(draft, path)
  }
}

/** Without links the name is taken by an empty file for a moment. */
async function takesEmptyName(draft: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  await rename(draft, path)
  return true
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
