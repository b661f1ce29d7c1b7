/** Files that operators name in the arguments of a task. */
import { access, constants, stat } from 'node:fs/promises'
import { ServiceError } from '../errors/service-error.ts'

/** Returns whether there is a file that the process may read. */
export const isReadable = (path: string): Promise<boolean> =>
  requireReadable(path, path).then(
    () => true,
    () => false,
  )

/** Throws `usage` with the reason unless there is a file that the process may read. `given` is the path as given. */
export async function requireReadable(path: string, given: string): Promise<void> {
  try {
    await access(path, constants.R_OK)
    if ((await stat(path)).isDirectory()) throw new Error('it is a folder')
  } catch (cause) {
    throw unreadableFile(given, cause)
  }
}

/** Returns the error of a file that cannot be read. */
export const unreadableFile = (path: string, cause: unknown): ServiceError =>
  new ServiceError(
    'usage',
    { reason: `The file ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` },
    { cause },
  )
