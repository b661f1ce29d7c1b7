/**
 * `POST /execute/importworkbook/`: stores the workbook of a multipart form and launches its import. Parameters are in
 * the query string, or fields of the form.
 */
import { createHash } from 'node:crypto'
import { ServiceError } from '../../errors/service-error.ts'
import { unknownParameter } from '../../errors/parameter-errors.ts'
import { discardFile } from '../../files/folders/delete-files.ts'
import { createUploaded, workbookFolder } from '../../files/workbook/uploaded-workbook.ts'
import { joinLists } from '../../tasks/arguments.ts'
import { mayRun } from '../../tasks/authorize.ts'
import { importParameters, importworkbook } from '../../tasks/commands/importworkbook.ts'
import type { Launched } from '../../tasks/queue/launch.ts'
import type { RawReply } from '../contract/routes.ts'
import { receiveOne, requireForm } from '../files/receive-one.ts'
import { launchedAnswer, queueTask, requestArguments } from './launch.ts'
import type { TaskCall } from './task-call.ts'

/**
 * Stores the workbook and launches its import. Throws `missing_file_selection` if the form has no file, and the
 * errors of a launch.
 */
export async function answerImportWorkbook(call: TaskCall): Promise<RawReply> {
  const { exchange, principal, scenario } = call
  const { service } = exchange
  // The permission is checked before the file is received.
  if (!(await mayRun(importworkbook, { service, principal, scenario })))
    throw new ServiceError('permission_denied')
  const contentType = requireForm(exchange)
  const received = await receive(call, contentType)
  const discard = (): Promise<void> => discardFile(workbookFolder(service.settings, scenario), received.file)
  const { id, isRepeat } = await queueImport(call, received).catch(async (error: unknown) => {
    // After a failure of the database, the task may be queued; a file that no task imports expires.
    if (error instanceof ServiceError && error.status < 500) await discard()
    throw error
  })
  if (isRepeat) await discard()
  return launchedAnswer(call, id)
}

async function queueImport(call: TaskCall, { fields, file, digest }: Received): Promise<Launched> {
  const { file: surplus, ...given } = requestArguments(
    importworkbook,
    joinLists(importworkbook, call.query),
    joinLists(importworkbook, fields),
  )
  if (surplus !== undefined) throw unknownParameter(['file'], Object.keys(importParameters))
  const args = { ...given, file }
  // Every upload is stored under a name of its own.
  return queueTask(call, 'importworkbook', importworkbook, args, { ...args, file: digest })
}

interface Received {
  readonly fields: readonly (readonly [string, string])[]
  /** Name under which the workbook is stored until its task runs. */
  readonly file: string
  /** Hash of the name and the content of the workbook. */
  readonly digest: string
}

async function receive({ exchange, principal, scenario }: TaskCall, contentType: string): Promise<Received> {
  const uploaded = await createUploaded(workbookFolder(exchange.service.settings, scenario), new Date())
  await using scope = new AsyncDisposableStack()
  const hash = createHash('sha256')
  const draft = scope.use(uploaded.draft)
  const { name, fields } = await receiveOne(exchange, contentType, draft, {
    onChunk: (chunk) => hash.update(chunk),
  })
  const digest = hash.update(name).digest('base64url')
  return { fields, file: await uploaded.publish(principal.userId, name), digest }
}
