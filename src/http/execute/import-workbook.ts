/**
 * `POST /execute/importworkbook/`: keeps the workbook of a multipart form and launches its import. Parameters
 * stand in the query string, or as fields of the form.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../../errors/service-error.ts'
import { createUploaded, workbookFolder } from '../../files/workbook/uploaded-workbook.ts'
import { mayRun } from '../../tasks/authorize.ts'
import { importworkbook } from '../../tasks/commands/importworkbook.ts'
import { parseMediaType } from '../accept.ts'
import type { Answer } from '../answer.ts'
import { announcesBody } from '../body/raw-body.ts'
import { requestBytes } from '../exchange.ts'
import { receiveFiles } from '../files/receive-files.ts'
import { ignoredNames, launchAnswer } from './launch.ts'
import type { TaskCall } from './task-call.ts'

/** Bytes that a form may hold besides its file. */
const wrapping = 2 ** 20

/** Throws `missing_file_selection` when the form has no file, and what a launch throws. */
export async function answerImportWorkbook(call: TaskCall): Promise<Answer> {
  const { exchange, principal, scenario } = call
  const { service, request } = exchange
  // Before the file is taken, not after.
  if (!(await mayRun(importworkbook, { service, principal, scenario })))
    throw new ServiceError('permission_denied')
  const contentType = request.headers['content-type'] ?? ''
  if (!announcesBody(request.headers)) throw new ServiceError('missing_file_selection')
  const { type } = parseMediaType(contentType)
  if (type !== 'multipart/form-data')
    throw new ServiceError('unsupported_media_type', { type: type.slice(0, 200) })
  const { fields, file } = await receive(call, contentType)
  const given = [...call.query, ...fields].filter(([name]) => !ignoredNames.has(name))
  try {
    const args = { ...Object.fromEntries(given), file }
    return await launchAnswer(call, 'importworkbook', importworkbook, args)
  } catch (error) {
    await rm(join(workbookFolder(service.settings, scenario).path, file), { force: true })
    throw error
  }
}

interface Received {
  readonly fields: readonly (readonly [string, string])[]
  /** Name under which the workbook waits for its task. */
  readonly file: string
}

async function receive({ exchange, principal, scenario }: TaskCall, contentType: string): Promise<Received> {
  const { settings } = exchange.service
  const limit = settings.MAX_FILE_SIZE
  const fields: [string, string][] = []
  const uploaded = await createUploaded(workbookFolder(settings, scenario), new Date())
  await using scope = new AsyncDisposableStack()
  const draft = scope.use(uploaded.draft)
  const names: string[] = []
  await receiveFiles(
    contentType,
    requestBytes(exchange, limit + wrapping),
    async ({ fileName, content }) => {
      if (names.push(fileName) > 1) {
        throw new ServiceError('invalid_parameter', {
          name: 'file',
          reason: 'one workbook at a time is imported.',
        })
      }
      for await (const chunk of content) {
        if (draft.size + chunk.length > limit) throw new ServiceError('file_too_large', { limit })
        await draft.write(chunk)
      }
    },
    (name, value) => fields.push([name, value]),
  )
  const [name] = names
  if (name === undefined) throw new ServiceError('missing_file_selection')
  exchange.signal.throwIfAborted()
  return { fields, file: await uploaded.publish(principal.userId, name) }
}
