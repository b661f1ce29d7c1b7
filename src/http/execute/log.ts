/** Downloads the log of a task, complete or a range, and the file that the task has created. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { systemCode } from '../../files/folders/folder-fault.ts'
import { maySee } from '../../tasks/queue/may-see.ts'
import { taskById, type TaskRecord } from '../../tasks/queue/task-record.ts'
import { taskLogName } from '../../tasks/run/log-file.ts'
import { type Answer, emptyAnswer, type Headers } from '../answer.ts'
import { idsOf, oneId, type TaskCall } from './task-call.ts'

async function visibleTask({ exchange, principal }: TaskCall, id: number): Promise<TaskRecord> {
  const task = await taskById(exchange.service.database, id)
  if (task === undefined || !maySee(principal, task)) throw new ServiceError('unknown_task', { name: id })
  return task
}

/**
 * `GET /execute/api/log/?id=12`: returns the log. Throws `unknown_task`, and `not_found` if the task has no log yet.
 */
export async function answerLog(call: TaskCall): Promise<Answer> {
  const task = await visibleTask(call, oneId(call.query))
  return fileAnswer(call, taskLogName(task), { 'content-type': 'text/plain; charset=utf-8' })
}

/**
 * `GET /execute/logdownload/<id>/`: returns the file that a task has created, otherwise its log. Dumps contain the
 * complete database, so only the accounts of the setting SUPPORT_ACCOUNTS may download them.
 */
export async function answerDownload(call: TaskCall): Promise<Answer> {
  const [id] = idsOf([['id', call.path[1] ?? '']])
  const task = await visibleTask(call, id!)
  const file = basename(task.logfile ?? taskLogName(task))
  const isLog = file === taskLogName(task)
  const { SUPPORT_ACCOUNTS } = call.exchange.service.settings
  if (!isLog && !SUPPORT_ACCOUNTS.includes(call.principal.username)) {
    throw new ServiceError('permission_denied')
  }
  return fileAnswer(call, file, {
    'content-type': isLog ? 'text/plain; charset=utf-8' : 'application/octet-stream',
    'content-disposition': `attachment; filename="${file.replaceAll(/[^\w.-]/g, '_')}"`,
  })
}

async function fileAnswer({ exchange }: TaskCall, name: string, headers: Headers): Promise<Answer> {
  const file = await openLog(join(exchange.service.settings.LOGDIR, name))
  const shared = { ...headers, 'accept-ranges': 'bytes' }
  const { size } = await file.stat()
  const range = parseRange(exchange.request.headers.range, size)
  if (range === undefined)
    return { status: 200, headers: shared, body: file.createReadStream(), unspooled: true }
  if (range === 'unsatisfiable') {
    await file.close()
    return emptyAnswer(416, { ...shared, 'content-range': `bytes */${size}` })
  }
  const { start, end } = range
  return {
    status: 206,
    headers: { ...shared, 'content-range': `bytes ${start}-${end}/${size}` },
    body: file.createReadStream({ start, end }),
    // The body is not compressed, because the bytes of a range are counted without compression.
    confidential: true,
    unspooled: true,
  }
}

/** Opens a log file. Throws `not_found`, also if the path is not a regular file, and `log_unusable`. */
async function openLog(path: string): Promise<FileHandle> {
  // `O_NONBLOCK`: opening a named pipe must not wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    const reason = systemCode(error) ?? String(error)
    if (reason === 'ENOENT') throw new ServiceError('not_found')
    throw new ServiceError('log_unusable', { reason }, { cause: error })
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new ServiceError('not_found')
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
