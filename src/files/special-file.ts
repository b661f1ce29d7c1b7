/** Recognizes outputs of commands that are written to and not replaced. */
import { statSync } from 'node:fs'

/** Returns whether the path is an existing device or pipe. */
export function isSpecialFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}
