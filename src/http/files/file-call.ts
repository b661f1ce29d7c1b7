/** A request for the files of a scenario: selects the folder. */
import { ServiceError } from '../../errors/service-error.ts'
import { type Folder, folderKinds, folderOf } from '../../files/folders/folder.ts'
import type { TaskCall } from '../execute/task-call.ts'

export interface FileCall extends TaskCall {
  readonly folder: Folder
  /** File name from the URL; empty if there is none. */
  readonly name: string
}

/**
 * Wraps a handler with the selection of the folder. Throws `permission_denied` for changes with a key that only reads,
 * and `not_found` for an unknown folder number.
 */
export function fileHandler<T>(handle: (call: FileCall) => Promise<T>): (call: TaskCall) => Promise<T> {
  return async (call) => {
    const { exchange, principal, scenario, path } = call
    const { method } = exchange.request
    if (principal.readOnly && method !== 'GET' && method !== 'HEAD') {
      throw new ServiceError('permission_denied')
    }
    const [, number = '', name = ''] = path
    const kind = folderKinds.get(number)
    if (kind === undefined) throw new ServiceError('not_found')
    return handle({ ...call, folder: folderOf(exchange.service.settings, scenario, kind), name })
  }
}
