/** Errors that refuse one file or one sheet of an import; all others end the whole import. */
import { DatabaseError } from 'pg'
import { ServiceError } from '../../errors/service-error.ts'

const refusals: ReadonlySet<string> = new Set([
  'file_refused',
  'conflict',
  'statement_timeout',
  'tables_locked',
  'folder_unusable',
])

/**
 * Returns whether an error concerns one file or sheet only. Database errors about its data do not stop the others.
 * @param more further codes of errors that do not
 */
export const isRefusal = (
  error: unknown,
  more: readonly string[] = [],
): error is ServiceError | DatabaseError =>
  error instanceof DatabaseError ||
  (error instanceof ServiceError && (refusals.has(error.code) || more.includes(error.code)))
