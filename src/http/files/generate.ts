/** `?generate`: runs the export as a queued task before its files are downloaded. */
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { foreignText } from '../../errors/plain-text.ts'
import { messageOfRecord } from '../../errors/stored-message.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { prepareLaunch } from '../../tasks/prepare-launch.ts'
import { launchTask } from '../../tasks/queue/launch.ts'
import { findTask } from '../../tasks/registry.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { channelOf, ended, maxWaitSeconds, preferences } from '../execute/launch.ts'
import { answeredPath } from '../request-target.ts'
import type { FileCall } from './file-call.ts'

const task = 'exporttofolder'

/**
 * Runs the export, of one file if a name is given, and waits for its end. The timeout is `Prefer: wait=`, otherwise
 * five minutes. Returns undefined when the export is done; otherwise a 202 response with the id of the running task.
 * Throws the errors of a launch, and `export_failed`.
 */
export async function runExport(call: FileCall): Promise<Answer | undefined> {
  const { exchange, principal, scenario, folder, name } = call
  const { service, request } = exchange
  if (folder.kind !== 'export') {
    throw invalidParameter('generate', { code: 'only_exports_generated' })
  }
  const definition = await (await findTask(service.settings, task))?.load()
  if (definition === undefined) throw new ServiceError('unknown_task', { name: task })
  const launch = await prepareLaunch(service, {
    name: task,
    definition,
    scenario,
    args: name === '' ? {} : { files: [name] },
    userId: principal.userId,
    operator: false,
    principal,
    channel: channelOf(principal),
  })
  const id = await launchTask(service.control, service.secret, launch)
  const { wait, respondAsync } = preferences(request.headers['prefer'])
  const record = respondAsync ? undefined : await ended(call, id, wait ?? maxWaitSeconds)
  if (record?.status === 'Done') return undefined
  const location = answeredPath(service.settings, scenario, `/execute/api/status/?id=${id}`)
  if (record === undefined || record.finished === null) {
    return jsonAnswer(202, { taskid: id, message: 'The export goes on' }, { location, 'retry-after': '5' })
  }
  throw new ServiceError(
    'export_failed',
    { reason: messageOfRecord(record) ?? foreignText(record.status) },
    { headers: { Location: location } },
  )
}
