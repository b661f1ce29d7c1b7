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
import type { RawReply } from '../contract/routes.ts'
import { receiveOne, requireForm } from '../files/receive-one.ts'
import { launchAnswer, requestArguments } from './launch.ts'
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
  const { fields, file, digest } = await receive(call, contentType)
  try {
    const { file: surplus, ...given } = requestArguments(
      importworkbook,
      joinLists(importworkbook, call.query),
      joinLists(importworkbook, fields),
    )
    if (surplus !== undefined) throw unknownParameter(['file'], Object.keys(importParameters))
    const args = { ...given, file }
    return await launchAnswer(call, 'importworkbook', importworkbook, args, {
      // Every upload is stored under a name of its own.
      identity: { ...args, file: digest },
      onRepeat: () => discardFile(workbookFolder(service.settings, scenario), file),
    })
  } catch (error) {
    await discardFile(workbookFolder(service.settings, scenario), file)
    throw error
  }
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
