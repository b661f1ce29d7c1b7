/**
 * Opens a file to import as a stream of bytes: opened once, so that a new file of the same name cannot replace it
 * between two readings; decompressed while it is read; and checked for changes.
 */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Folder } from '../folders/folder.ts'
import { findStored } from '../folders/stored-files.ts'
import { fileRefused } from '../tables/columns.ts'

export interface SourceFile extends AsyncDisposable {
  readonly name: string
  /** Size of the file itself in bytes, when it was opened. */
  readonly size: number
  /**
   * Returns the decompressed content from its start. May be called several times.
   * @param passing whether chunks are no longer used after the next one is requested, so that their memory can be
   *   reused
   */
  bytes(passing?: boolean): AsyncIterable<Buffer>
  /** Throws `file_refused` if the file was changed after it was opened. */
  requireUnchanged(): Promise<void>
  /** Returns whether the name still leads to the file that was opened. */
  isStill(): Promise<boolean>
}

export interface OpenOptions {
  readonly name: string
  readonly gzip: boolean
  /** Whether the file is a workbook; the reader of workbooks checks its first bytes itself. */
  readonly workbook: boolean
  readonly signal?: AbortSignal | undefined
  /** Called with the share of the file that was read, from 0 to 1. */
  readonly onRead?: (fraction: number) => void
}

const chunkSize = 64 * 1024

/** Decompressed size in bytes up to which any compression ratio is allowed. */
const harmless = 64 * 2 ** 20
/** Maximum compression ratio. Data reaches ten to thirty; a higher ratio indicates a malicious file. */
const tightest = 200

/** The bytes of a file, of this machine or of an object store. */
interface Bytes extends Pick<SourceFile, 'isStill' | 'requireUnchanged'>, AsyncDisposable {
  readonly size: number
  /** Yields the bytes up to `end`, which is excluded. A chunk is valid until the next one if `isReused` is set. */
  read(end: number, isReused: boolean): AsyncIterable<Buffer>
}

/** Opens a file of a folder without following links. Throws `file_refused` if it cannot be read. */
export async function openSourceFile(folder: Folder, options: OpenOptions): Promise<SourceFile> {
  const file =
    folder.store === undefined
      ? await openLocal(join(folder.path, options.name))
      : await openStored(folder, folder.store.blobs, options)
  try {
    await requireKind(file, options)
  } catch (error) {
    await file[Symbol.asyncDispose]()
    throw error
  }
  return {
    name: options.name,
    size: file.size,
    bytes: (passing = false) => read(file, options, passing),
    requireUnchanged: () => file.requireUnchanged(),
    isStill: () => file.isStill(),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  }
}

const changed = (): ServiceError => fileRefused({ code: 'file_changed_meanwhile' })

async function openLocal(path: string): Promise<Bytes> {
  const handle = await openPlain(path)
  const { size, mtimeMs, ino } = await handle.stat()
  return {
    size,
    // Reads by position, so that two readings do not affect each other.
    read: async function* (end, isReused) {
      const reused = isReused ? Buffer.allocUnsafe(chunkSize) : undefined
      for (let position = 0; position < end;) {
        const buffer = reused ?? Buffer.allocUnsafe(chunkSize)
        const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkSize, end - position), position)
        if (bytesRead === 0) return
        position += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    },
    requireUnchanged: async () => {
      const now = await handle.stat()
      if (now.size !== size || now.mtimeMs !== mtimeMs) throw changed()
    },
    isStill: async () => {
      try {
        const other = await openPlain(path)
        const found = await other.stat()
        await other.close()
        return found.ino === ino && found.mtimeMs === mtimeMs
      } catch {
        return false
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

async function openStored(folder: Folder, blobs: BlobStore, { name, signal }: OpenOptions): Promise<Bytes> {
  const found = await findStored(folder, name)
  if (found === undefined) throw fileRefused({ code: 'file_unreadable', params: { error: 'ENOENT' } })
  const { key, size, tag } = found
  const isStill = async (): Promise<boolean> => (await blobs.find(key, signal))?.tag === tag
  return {
    size,
    read: async function* (end) {
      if (end === 0) return
      try {
        const content = await blobs.get(key, { start: 0, end: end - 1, tag, signal })
        if (content === undefined) throw changed()
        for await (const chunk of content) if (Buffer.isBuffer(chunk)) yield chunk
      } catch (error) {
        throw error instanceof ServiceError && error.code === 'file_changed' ? changed() : error
      }
    },
    requireUnchanged: async () => {
      if (!(await isStill())) throw changed()
    },
    isStill,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

async function openPlain(path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would block forever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    throw fileRefused({ code: 'file_is_no_file' })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && 'code' in error) {
      throw fileRefused({ code: 'file_unreadable', params: { error: String(error.code) } })
    }
    throw error
  }
}

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b
const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** Throws `file_refused` if the first bytes do not match the format that the name indicates. */
async function requireKind(file: Bytes, { gzip, workbook }: OpenOptions): Promise<void> {
  let head = Buffer.alloc(0)
  for await (const chunk of file.read(Math.min(4, file.size), false)) head = Buffer.concat([head, chunk])
  if (head.length === 0) throw fileRefused({ code: 'file_is_empty' })
  if (workbook) return
  if (gzip && !isGzip(head)) throw fileRefused({ code: 'file_is_not_packed' })
  if (!gzip && isGzip(head)) throw fileRefused({ code: 'file_is_packed' })
  if (!gzip && isZip(head)) {
    throw fileRefused({ code: 'file_is_spreadsheet' })
  }
}

async function* read(file: Bytes, options: OpenOptions, passing: boolean): AsyncGenerator<Buffer> {
  let [packed, unpacked] = [0, 0]
  async function* raw(): AsyncGenerator<Buffer> {
    for await (const chunk of file.read(file.size, passing && !options.gzip)) {
      options.signal?.throwIfAborted()
      packed += chunk.length
      options.onRead?.(packed / file.size)
      yield chunk
    }
  }
  if (!options.gzip) {
    yield* raw()
    return
  }
  const stream = createGunzip({ chunkSize })
  // Errors of the pipeline are ignored, because the loop over `stream` reports them.
  pipeline(Readable.from(raw()), stream, () => undefined)
  if (options.signal !== undefined) addAbortSignal(options.signal, stream)
  try {
    for await (const chunk of stream) {
      // The stream yields buffers.
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
      unpacked += buffer.length
      if (unpacked > harmless && unpacked > tightest * packed) {
        throw fileRefused({ code: 'file_swells', params: { times: tightest } })
      }
      yield buffer
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) {
      throw fileRefused({ code: code === 'Z_BUF_ERROR' ? 'gzip_is_cut' : 'gzip_is_damaged' })
    }
    throw error
  }
}
