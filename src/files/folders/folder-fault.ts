/** What the file system refuses, as errors that say what to do. */
import { ServiceError } from '../../errors/service-error.ts'

/** The system's code of an error, such as `ENOENT`; undefined for errors of another kind. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
}

const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** An error of the file system as `folder_disk_full` or `folder_unusable`; others stay as they are. */
export function folderFault(error: unknown): unknown {
  const code = systemCode(error)
  if (code === undefined) return error
  if (full.has(code)) return new ServiceError('folder_disk_full', {}, { cause: error })
  return new ServiceError('folder_unusable', { reason: reasons[code] ?? code }, { cause: error })
}

/** Without paths: where the service keeps its files is not for every user to know. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'EACCES: permission denied',
  EPERM: 'EPERM: operation not permitted',
  EROFS: 'EROFS: read-only file system',
  ENOTDIR: 'ENOTDIR: not a folder',
  EMFILE: 'EMFILE: too many open files',
  EIO: 'EIO: input/output error',
  EISDIR: 'EISDIR: a folder has that name',
}

/** Runs something that works on files and translates what goes wrong. */
export async function onFiles<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw folderFault(error)
  }
}
