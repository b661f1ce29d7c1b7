/** Checks parameters of tasks that name files of a folder. */
import { invalidParameter } from '../errors/parameter-errors.ts'
import { messageOf, ServiceError } from '../errors/service-error.ts'
import { requirePlainName } from '../files/folders/file-name.ts'

/** Throws `invalid_parameter` for a name with a folder or with other characters that no file name has. */
export function requireFileNames(parameter: string, names: readonly string[] = []): void {
  for (const name of names) {
    try {
      requirePlainName(name)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw invalidParameter(parameter, messageOf(error))
    }
  }
}
