/**
 * `GET /execute/downloadfromfolder/0|1/<filename>/`: returns one file, whole or a range. Without a name it returns
 * all files as a zip archive. With `?generate` the export runs first.
 */
import { ServiceError } from '../../errors/service-error.ts'
import { keyOf } from '../../files/folders/folder.ts'
import { listFiles } from '../../files/folders/list-files.ts'
import { contentOf, type OpenedFile, openFile } from '../../files/folders/open-file.ts'
import { zipFiles } from '../../files/folders/zip-files.ts'
import { type Answer, emptyAnswer } from '../answer.ts'
import { RawReply } from '../contract/routes.ts'
import { flagParameter } from '../data/data-call.ts'
import { matches } from '../data/read-handlers.ts'
import { parseRange } from '../execute/log.ts'
import { attachment } from './content-disposition.ts'
import type { FileCall } from './file-call.ts'
import { parameter } from '../request-target.ts'
import { rejectForeignLink } from '../cross-site.ts'
import { runExport } from './generate.ts'

/** Downloads one file or all files. Throws `invalid_file_name` and `unknown_file`. */
export async function answerDownload(call: FileCall): Promise<RawReply> {
  return new RawReply(await download(call))
}

async function download(call: FileCall): Promise<Answer> {
  const { folder, name, query, exchange } = call
  // A HEAD request must not start an export.
  const generates = parameter(query, 'generate') === '' || flagParameter(query, 'generate')
  if (generates && exchange.request.method !== 'HEAD') {
    rejectForeignLink(exchange.request.headers, exchange.cors)
    const pending = await runExport(call)
    if (pending !== undefined) return pending
  }
  if (name === '') return archive(call)
  const file = await openFile(folder, name)
  if (folder.store !== undefined && exchange.service.settings.FILES_PRESIGNED) {
    const location = await folder.store.blobs.presign(keyOf(folder, file.name), attachment(file.name))
    return emptyAnswer(302, { location, 'cache-control': 'no-store' })
  }
  try {
    const answer = await fileAnswer(file, exchange.request.headers)
    if (answer.body === undefined) await file[Symbol.asyncDispose]()
    return answer
  } catch (error) {
    await file[Symbol.asyncDispose]()
    throw error
  }
}

async function archive({ folder, scenario }: FileCall): Promise<Answer> {
  const names = (await listFiles(folder)).map(({ name }) => name)
  if (names.length === 0) throw new ServiceError('unknown_file', { name: '*' })
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(`${scenario}-${folder.kind}.zip`),
    },
    body: zipFiles(folder, names),
    uncompressed: true,
    unspooled: true,
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  gz: 'application/gzip',
  zip: 'application/zip',
}

function mediaType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension]! : 'application/octet-stream'
}

async function fileAnswer(
  file: OpenedFile,
  headers: { readonly [name: string]: string | readonly string[] | undefined },
): Promise<Answer> {
  const etag = `"${file.tag}"`
  const shared = {
    'content-type': mediaType(file.name),
    'content-disposition': attachment(file.name),
    'accept-ranges': 'bytes',
    'last-modified': file.modified.toUTCString(),
    etag,
  }
  if (matches(single(headers['if-none-match']), etag)) return emptyAnswer(304, shared)
  // A range of a changed file, joined to the part that the client already has, would result in a corrupt file.
  const condition = single(headers['if-range'])
  const wanted = condition === undefined || condition === etag || condition === shared['last-modified']
  const range = wanted ? parseRange(single(headers['range']), file.size) : undefined
  if (range === 'unsatisfiable')
    return emptyAnswer(416, { ...shared, 'content-range': `bytes */${file.size}` })
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...shared,
      'content-length': String(end - start + 1),
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${file.size}` }),
    },
    body: await contentOf(file, { start, end }),
    // The body is not compressed, so that its length is known and ranges fit together.
    uncompressed: true,
    unspooled: true,
  }
}

const single = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value[0] : value
