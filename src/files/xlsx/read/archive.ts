/**
 * Reads the zip archive of a workbook: its parts by name, in any order, as streams. Refuses files that are not
 * workbooks, are truncated, or have a suspicious compression ratio, and states the reason.
 */
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Message } from '../../../errors/messages.ts'
import { foreignText } from '../../../errors/plain-text.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { describeOtherFile } from './other-files.ts'

export const refusedFile = (reason: Message, cause?: unknown): ServiceError =>
  new ServiceError('file_refused', { reason }, cause === undefined ? {} : { cause })

export interface Archive extends AsyncDisposable {
  has(name: string): boolean
  /** Yields the bytes of a part. Throws `file_refused` if the part is damaged. */
  read(name: string): AsyncGenerator<Buffer>
  /** Returns the decompressed size of a part in bytes. */
  size(name: string): number
  /** Returns the compression ratio of a part. */
  ratio(name: string): number
}

/** Limits against zip bombs. Genuine sheets are compressed to a tenth, seldom to a fiftieth. */
const mostParts = 10_000
const largestPart = 8 * 2 ** 30
/** Maximum size of all names and comments of the parts in bytes, which stay in memory. */
const largestDirectory = 8 * 2 ** 20
const suspiciousSize = 64 * 2 ** 20
const suspiciousRatio = 500

/** Opens the file. Throws `file_refused`; reading a part throws the reason of the signal. */
export async function openArchive(path: string, signal?: AbortSignal): Promise<Archive> {
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip)
    rejectSharedBytes(zip, entries)
    return {
      has: (name) => entries.has(name.toLowerCase()),
      size: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? 0,
      ratio: (name) => ratioOf(entries.get(name.toLowerCase())),
      read: (name) => readEntry(zip, entries.get(name.toLowerCase()), name, signal),
      [Symbol.asyncDispose]: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/**
 * Throws `file_refused` for parts that share their bytes, because a small file could then contain any number of large
 * parts.
 */
function rejectSharedBytes(zip: ZipFile, entries: ReadonlyMap<string, Entry>): void {
  const packed = [...entries.values()].reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  if (packed > zip.fileSize) throw refusedFile({ code: 'archive_parts_too_large' })
}

const ratioOf = (entry: Entry | undefined): number =>
  entry === undefined ? 0 : entry.uncompressedSize / Math.max(1, entry.compressedSize)

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, lazyEntries: true })
  } catch (error) {
    throw refusedFile(await describeOtherFile(path), error)
  }
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > mostParts)
    throw refusedFile({ code: 'archive_too_many_parts', params: { parts: zip.entryCount } })
  const entries = new Map<string, Entry>()
  let directory = 0
  try {
    for await (const entry of zip.eachEntry()) {
      directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (directory > largestDirectory) throw refusedFile({ code: 'archive_directory_too_large' })
      const name = entry.fileName.toLowerCase()
      if (entries.has(name)) throw refusedFile({ code: 'archive_part_twice', params: { part: shown(name) } })
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw refusedFile({ code: 'archive_directory_damaged', params: { reason: wordsOf(error) } }, error)
  }
  return entries
}

async function* readEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  if (entry === undefined) throw refusedFile({ code: 'workbook_part_missing', params: { part: shown(name) } })
  rejectBomb(entry)
  if (entry.isEncrypted()) throw refusedFile({ code: 'file_is_protected' })
  let [size, sum] = [0, 0]
  try {
    const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
      throw new Error(`it is compressed by the unknown method ${entry.compressionMethod}`)
    }
    const stream =
      entry.compressionMethod === 0 ? raw : pipeline(raw, createInflateRaw({ chunkSize: 65_536 }), () => {})
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      if (!Buffer.isBuffer(chunk)) throw new Error('a stream of bytes gave something else')
      size += chunk.length
      if (size > entry.uncompressedSize) throw new Error('it is larger than the archive says')
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (size !== entry.uncompressedSize) throw new Error('it is cut short')
    if (sum !== entry.crc32) throw new Error('its checksum is wrong')
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ServiceError) throw error
    const params = { part: shown(name), reason: wordsOf(error) }
    throw refusedFile({ code: 'workbook_part_damaged', params }, error)
  }
}

function rejectBomb({ fileName, compressedSize, uncompressedSize }: Entry): void {
  const swells =
    uncompressedSize > suspiciousSize && uncompressedSize / Math.max(1, compressedSize) > suspiciousRatio
  if (!swells && uncompressedSize <= largestPart) return
  const params = { part: shown(fileName), from: compressedSize, to: uncompressedSize }
  throw refusedFile({ code: 'workbook_part_swells', params })
}

const shown = (name: string): string => name.slice(0, 100)

const wordsOf = (error: unknown): Message =>
  foreignText((error instanceof Error ? error.message : String(error)).replace(/\.$/, ''))
