/**
 * `POST /execute/uploadtofolder/0/`: saves the files of a multipart form in the folder. Each file is written to a
 * draft while it arrives. When the whole request has arrived, the valid files get their names. If the client
 * disconnects before, no file remains.
 */
import { loadMessages } from '../../errors/load-messages.ts'
import { messageText, type MessageTexts } from '../../errors/messages.ts'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { createDraft, type Draft } from '../../files/folders/draft.ts'
import { newFileName } from '../../files/folders/file-name.ts'
import { folderSize } from '../../files/folders/list-files.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { RawReply } from '../contract/routes.ts'
import { parseMediaType } from '../accept.ts'
import { announcesBody } from '../body/raw-body.ts'
import { requestBytes } from '../exchange.ts'
import type { FileCall } from './file-call.ts'
import { EnoughRead, type ReceivedFile, receiveFiles } from './receive-files.ts'

interface Outcome {
  readonly name: string
  readonly draft?: Draft
  readonly error?: ServiceError
  /** True for a file in which the form was left, because it is far too large: files after it are not received. */
  readonly isLast?: true
}

/** Maximum number of bytes of a form in addition to its files. */
const wrapping = 64 * 2 ** 20

/** Maximum number of bytes that are read after the limits of files that are too large, because other files follow. */
const mostExcess = 64 * 2 ** 20

/**
 * Returns the result of each file. The status is 400 if any file was rejected, or that of an internal error. Throws
 * `missing_file_selection` if the form has no file.
 */
export async function answerUpload(call: FileCall): Promise<RawReply> {
  const { request } = call.exchange
  const contentType = request.headers['content-type'] ?? ''
  const { type } = parseMediaType(contentType)
  if (!announcesBody(request.headers)) throw new ServiceError('missing_file_selection')
  if (type !== 'multipart/form-data') {
    if (type === '' || type === 'application/x-www-form-urlencoded') {
      throw new ServiceError('missing_file_selection')
    }
    throw new ServiceError('unsupported_media_type', {
      type: type.slice(0, 200),
      accepted: 'multipart/form-data',
    })
  }
  const outcomes: Outcome[] = []
  try {
    await receive(call, contentType, outcomes)
    const published: Outcome[] = []
    for (const outcome of outcomes) published.push(await publish(call, outcome))
    return new RawReply(await answerOf(call, published))
  } finally {
    for (const { draft } of outcomes) await draft?.[Symbol.asyncDispose]()
  }
}

async function receive(call: FileCall, contentType: string, outcomes: Outcome[]): Promise<void> {
  const size = call.exchange.service.settings.MAX_FOLDER_SIZE + wrapping
  const excess = { left: mostExcess }
  try {
    await receiveFiles(contentType, requestBytes(call.exchange, size), async (file) => {
      // Outcomes are in the order of arrival, not of completion.
      const place = outcomes.push({ name: shownName(file) }) - 1
      outcomes[place] = await keep(call, file, { earlier: outcomes.slice(0, place), excess })
      if (outcomes[place].isLast) throw new EnoughRead()
    })
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error
  }
  if (outcomes.length === 0) throw new ServiceError('missing_file_selection')
}

/**
 * Returns the name of the form field, as in `-F "demand.csv=@/tmp/export 17.csv"`. For a field without a dot in its
 * name, such as `file` or `files[]`, returns the file name from the client.
 */
function givenName({ field, fileName }: ReceivedFile): string {
  return field.includes('.') || fileName === '' ? field : fileName
}

const shownName = (file: ReceivedFile): string => givenName(file).slice(0, 255)

async function keep(
  call: FileCall,
  file: ReceivedFile,
  { earlier, excess }: { readonly earlier: readonly Outcome[]; readonly excess: { left: number } },
): Promise<Outcome> {
  const { folder, exchange } = call
  const { MAX_FILE_SIZE, MAX_FOLDER_SIZE } = exchange.service.settings
  let size = 0
  let draft: Draft | undefined
  let name = shownName(file)
  let fault: ServiceError | undefined
  const failed = async (error: unknown): Promise<void> => {
    if (!(error instanceof ServiceError)) throw error
    fault ??= error
    await draft?.[Symbol.asyncDispose]()
  }
  let free = 0
  try {
    name = newFileName(givenName(file))
    if (earlier.some((other) => other.name === name)) throw new ServiceError('file_named_twice')
    free = MAX_FOLDER_SIZE - (await folderSize(folder, name))
    draft = await createDraft(folder)
  } catch (error) {
    await failed(error)
  }
  try {
    for await (const chunk of file.content) {
      size += chunk.length
      if (size > MAX_FILE_SIZE) {
        await failed(new ServiceError('file_too_large', { limit: MAX_FILE_SIZE }))
        excess.left -= chunk.length
        if (excess.left < 0) return { name, error: fault!, isLast: true }
      }
      // The rest of a rejected file is read, because other files follow.
      if (fault !== undefined) continue
      if (size > free) await failed(new ServiceError('folder_full', { limit: MAX_FOLDER_SIZE }))
      else await draft?.write(chunk).catch(failed)
    }
    if (fault === undefined) await draft?.seal().catch(failed)
  } catch (error) {
    // The body ended early: the error is reported once for the whole request.
    await draft?.[Symbol.asyncDispose]()
    if (!(error instanceof Error)) throw error
    const fault = error instanceof ServiceError ? error : undefined
    return { name, error: fault ?? new ServiceError('malformed_body', { reason: errorText(error) }) }
  }
  if (fault !== undefined) return { name, error: fault }
  return { name, ...(draft === undefined ? {} : { draft }) }
}

async function publish({ exchange }: FileCall, outcome: Outcome): Promise<Outcome> {
  if (outcome.draft === undefined) return outcome
  if (exchange.signal.aborted) throw new ServiceError('canceled')
  try {
    await outcome.draft.publish(outcome.name)
    return outcome
  } catch (error) {
    if (error instanceof ServiceError) return { ...outcome, error }
    throw error
  }
}

async function answerOf({ exchange }: FileCall, outcomes: readonly Outcome[]): Promise<Answer> {
  const texts = await loadMessages(exchange.language)
  const files = outcomes.map(({ name, draft, error }) =>
    error === undefined
      ? { name, size: draft?.size ?? 0, uploaded: true }
      : { name, uploaded: false, detail: error.detail(texts), message: error.detail() },
  )
  const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]))
  if (errors.length === 0) return jsonAnswer(200, { files })
  const ours = errors.find(({ status }) => status >= 500 && status !== 507)
  if (ours !== undefined) {
    exchange.service.logger.error({ requestId: exchange.request.id, err: ours.cause }, 'An upload failed')
  }
  const status = errors.find((error) => error.status >= 500)?.status ?? 400
  const last = outcomes.find(({ isLast }) => isLast)
  const reasonIn = (words?: MessageTexts): string =>
    [
      ...errors.map((error) => error.detail(words)),
      ...(last === undefined
        ? []
        : [messageText({ code: 'later_files_not_received', params: { file: last.name } }, words)]),
    ].join(' ')
  return jsonAnswer(status, { detail: reasonIn(texts), message: reasonIn(), files })
}
