/** Translates errors of the file system into errors that say what to do. */
import type { Message } from '../../errors/messages.ts'
import { foreignText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'

/** Returns the system code of an error, such as `ENOENT`; undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
}

const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Translates an error of the file system into `folder_disk_full` or `folder_unusable`. Returns other errors unchanged. */
export function folderFault(error: unknown): unknown {
  const code = systemCode(error)
  if (code === undefined) return error
  if (full.has(code)) return new ServiceError('folder_disk_full', {}, { cause: error })
  return new ServiceError('folder_unusable', { reason: systemText(code) }, { cause: error })
}

/** Returns the text of the system for a code, without a path. */
export const systemText = (code: string): Message => foreignText(reasons[code] ?? code)

/** Reasons without paths, because not every user may know where the service stores its files. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'EACCES: permission denied',
  EPERM: 'EPERM: operation not permitted',
  EROFS: 'EROFS: read-only file system',
  ENOTDIR: 'ENOTDIR: not a folder',
  EMFILE: 'EMFILE: too many open files',
  EIO: 'EIO: input/output error',
  EISDIR: 'EISDIR: a folder has that name',
}

/** Runs a file operation and translates its errors. */
export async function onFiles<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw folderFault(error)
  }
}
