/** A request for the files of a scenario: selects the folder and checks the permission of the user. */
import { requirePermission } from '../../auth/rights/policies.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { type Folder, folderKinds, folderOf } from '../../files/folders/folder.ts'
import type { Answer } from '../answer.ts'
import type { TaskCall, TaskHandler } from '../execute/task-call.ts'

export interface FileCall extends TaskCall {
  readonly folder: Folder
  /** File name from the URL; empty if there is none. */
  readonly name: string
}

/** Permission for all files in the folders of a scenario. Superusers have it anyway. */
const manageFiles = 'execute.manage_files'

/**
 * Wraps a handler with the permission check. Throws `permission_denied`, and `not_found` for an unknown folder
 * number.
 */
export function fileHandler(handle: (call: FileCall) => Promise<Answer>): TaskHandler {
  return async (call) => {
    const { exchange, principal, scenario, path } = call
    requirePermission(principal, scenario, manageFiles)
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
