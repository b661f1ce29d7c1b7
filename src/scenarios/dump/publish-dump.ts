/**
 * Renames a complete dump to its final name and never overwrites another dump: several backups may run in the same
 * second.
 */
import { link, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpFileName } from './old-dumps.ts'

/** Error codes of file systems that do not support hard links. */
const linkless: ReadonlySet<unknown> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

/** Renames the draft and returns the name: that of `moment`, or of the first later second without a dump of the scenario. */
export async function publishDump(
  draft: string,
  { folder, scenario, moment }: { readonly folder: string; readonly scenario: string; readonly moment: Date },
): Promise<string> {
  for (let time = moment.getTime(); ; time += 1000) {
    const name = dumpFileName(scenario, new Date(time))
    if (await takesName(draft, join(folder, name))) return name
  }
}

/** Returns whether the name was free; then the dump has it. */
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

/** Without hard links, an empty file reserves the name. */
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
