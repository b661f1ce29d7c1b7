/** Downloads the log of a task, complete or a range, and the file that the task has created. */
import { productionScenario } from '../../model/production.ts'
import { basename } from 'node:path'
import { isSuperuser } from '../../auth/principal.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { logFolder } from '../../files/folders/folder.ts'
import { contentOf, type OpenedFile, openFile } from '../../files/folders/open-file.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import type { Service } from '../../service/service.ts'
import { usesStore } from '../../storage/store-of.ts'
import { maySee } from '../../tasks/queue/may-see.ts'
import { taskById, type TaskRecord } from '../../tasks/queue/task-record.ts'
import { mayRun } from '../../tasks/authorize.ts'
import { findTask } from '../../tasks/registry.ts'
import { taskLogName } from '../../tasks/runner/log-file.ts'
import { logSize, streamLog } from '../../tasks/runner/log-place.ts'
import { type Answer, emptyAnswer, type Headers } from '../answer.ts'
import { RawReply } from '../contract/routes.ts'
import { idsOf, oneId, type TaskCall } from './task-call.ts'

async function visibleTask({ exchange, principal }: TaskCall, id: number): Promise<TaskRecord> {
  const task = await taskById(exchange.service.control, id)
  if (task === undefined || !maySee(principal, task)) throw new ServiceError('unknown_task', { name: id })
  return task
}

/**
 * `GET /execute/api/log/?id=12`: returns the log. Throws `unknown_task`, and `not_found` if the task has no log yet.
 */
export async function answerLog(call: TaskCall): Promise<RawReply> {
  const task = await visibleTask(call, oneId(call.query))
  return sendFile(call, await openLog(call, task), { 'content-type': 'text/plain; charset=utf-8' })
}

/**
 * `GET /execute/logdownload/<id>/`: returns the file that a task has created, otherwise its log.
 */
export async function answerDownload(call: TaskCall): Promise<RawReply> {
  const [id] = idsOf([['id', call.path[1] ?? '']])
  const task = await visibleTask(call, id!)
  const file = basename(task.logfile ?? taskLogName(task))
  const isLog = file === taskLogName(task)
  if (!isLog && !(await mayDownload(call, task))) throw new ServiceError('permission_denied')
  const opened = isLog ? await openLog(call, task) : await openMadeFile(call, file)
  return sendFile(call, opened, {
    'content-type': isLog ? 'text/plain; charset=utf-8' : 'application/octet-stream',
    'content-disposition': `attachment; filename="${file.replaceAll(/[^\w.-]/g, '_')}"`,
  })
}

/**
 * Returns whether the user may download the file of a task that the user may see. Dumps contain the complete database:
 * only users who may run the task may download them, the superusers among the accounts of the setting SUPPORT_ACCOUNTS,
 * and not their limited API keys. The same holds for files of tasks that no longer exist. A scenario that is Free or
 * deleted has no superusers: for the dumps that remain of it, these are the superusers of production.
 */
async function mayDownload({ exchange, principal }: TaskCall, task: TaskRecord): Promise<boolean> {
  const { service } = exchange
  const definition = await (await findTask(service.settings, task.name))?.load()
  const scenario = (await hasData(service, task.scenario)) ? task.scenario : productionScenario
  if (definition === undefined)
    return isSuperuser(principal, scenario) && service.settings.SUPPORT_ACCOUNTS.includes(principal.username)
  return definition.permits === undefined || mayRun(definition, { service, principal, scenario })
}

/** Returns whether a scenario exists and is not Free. */
async function hasData({ control }: Service, scenario: string): Promise<boolean> {
  const scenarios = await listScenarios(control)
  return scenarios.some(({ name, status }) => name === scenario && status !== 'Free')
}

/** A file whose bytes are sent. */
type Sent = Pick<OpenedFile, 'size' | 'read' | typeof Symbol.asyncDispose>

async function sendFile(call: TaskCall, file: Sent, headers: Headers): Promise<RawReply> {
  return new RawReply(await fileAnswer(call, file, headers))
}

async function fileAnswer({ exchange }: TaskCall, file: Sent, headers: Headers): Promise<Answer> {
  const shared = { ...headers, 'accept-ranges': 'bytes' }
  const { size } = file
  const range = parseRange(exchange.request.headers.range, size)
  if (range === undefined)
    return { status: 200, headers: shared, body: await contentOf(file), unspooled: true }
  if (range === 'unsatisfiable') {
    await file[Symbol.asyncDispose]()
    return emptyAnswer(416, { ...shared, 'content-range': `bytes */${size}` })
  }
  const { start, end } = range
  return {
    status: 206,
    headers: { ...shared, 'content-range': `bytes ${start}-${end}/${size}` },
    body: await contentOf(file, { start, end }),
    // The body is not compressed, because the bytes of a range are counted without compression.
    uncompressed: true,
    unspooled: true,
  }
}

/** Opens the log of a task, wherever it is. Throws as `openMadeFile`. */
async function openLog(call: TaskCall, task: TaskRecord): Promise<Sent> {
  const { service } = call.exchange
  if (!usesStore(service.settings)) return openMadeFile(call, taskLogName(task))
  const size = await logSize(service, task)
  if (size === undefined) throw new ServiceError('not_found')
  return {
    size,
    read: async (start, end) => streamLog(service, task, start, end),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Opens a file of the folder of logs. Throws `not_found`, also if it is not a regular file, and `log_unusable`. */
async function openMadeFile({ exchange }: TaskCall, name: string): Promise<OpenedFile> {
  try {
    return await openFile(logFolder(exchange.service.settings), name)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'unknown_file' || error.code === 'invalid_file_name')
      throw new ServiceError('not_found')
    if (error.code !== 'folder_unusable') throw error
    throw new ServiceError('log_unusable', error.params, { cause: error })
  }
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Parses one range of bytes. For several ranges or another unit it returns undefined, and the whole file is sent. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(size, Number(to))
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  if (start >= size) return 'unsatisfiable'
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return end < start ? undefined : { start, end }
}
