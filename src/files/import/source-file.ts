/**
 * A file to import as a stream of bytes: opened once, so that a later file of the same name cannot slip in between
 * two readings, unpacked on the way, and watched for changes.
 */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { fileRefused } from '../tables/columns.ts'

export interface SourceFile extends AsyncDisposable {
  readonly name: string
  /** Of the file itself, when it was opened. */
  readonly size: number
  /**
   * The content from its beginning, unpacked; may be asked for several times.
   * @param passing whether nobody keeps a chunk once the next one is asked for, so that its memory can be used again
   */
  bytes(passing?: boolean): AsyncIterable<Buffer>
  /** Throws `file_refused` when the file is not the one any more that was opened. */
  requireUnchanged(): Promise<void>
  /** Whether the path still leads to the file that was opened. */
  isStill(path: string): Promise<boolean>
}

export interface OpenOptions {
  readonly name: string
  readonly gzip: boolean
  /** It is a workbook, whose reader looks at it by itself. */
  readonly workbook: boolean
  readonly signal?: AbortSignal | undefined
  /** Told how much of the file was read, from 0 to 1. */
  readonly onRead?: (fraction: number) => void
}

const chunkSize = 64 * 1024

/** Unpacked bytes up to which a file may be packed however tightly. */
const harmless = 64 * 2 ** 20
/** Data packs ten to thirty times; what unpacks to more than this was made to harm. */
const tightest = 200

/** Opens a file without following a link. Throws `file_refused` when it cannot be read. */
export async function openSourceFile(path: string, options: OpenOptions): Promise<SourceFile> {
  const handle = await openPlain(path)
  const { size, mtimeMs, ino } = await handle.stat()
  const close = (): Promise<void> => handle.close()
  try {
    await requireKind(handle, options)
  } catch (error) {
    await close()
    throw error
  }
  return {
    name: options.name,
    size,
    bytes: (passing = false) => read(handle, size, options, passing),
    requireUnchanged: async () => {
      const now = await handle.stat()
      if (now.size !== size || now.mtimeMs !== mtimeMs) {
        throw fileRefused('the file was changed while it was read. Import it again when it is complete.')
      }
    },
    isStill: async (where) => {
      try {
        const other = await openPlain(where)
        const found = await other.stat()
        await other.close()
        return found.ino === ino && found.mtimeMs === mtimeMs
      } catch {
        return false
      }
    },
    [Symbol.asyncDispose]: close,
  }
}

async function openPlain(path: string): Promise<FileHandle> {
  try {
    // A pipe without a writer would keep the import waiting for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    throw fileRefused('it is not a file.')
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && 'code' in error) {
      throw fileRefused(`it cannot be read (${String(error.code)}).`)
    }
    throw error
  }
}

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b
const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** The first bytes must be those of what the name promises. */
async function requireKind(handle: FileHandle, { gzip, workbook }: OpenOptions): Promise<void> {
  const head = Buffer.alloc(4)
  const { bytesRead } = await handle.read(head, 0, 4, 0)
  if (bytesRead === 0) throw fileRefused('it is empty.')
  if (workbook) return
  if (gzip && !isGzip(head)) throw fileRefused('its name ends with .gz, but it is not packed with gzip.')
  if (!gzip && isGzip(head)) throw fileRefused('it is packed with gzip. Add .gz to its name.')
  if (!gzip && isZip(head)) {
    throw fileRefused('it is a spreadsheet or a zip archive. Give a spreadsheet a name that ends with .xlsx.')
  }
}

async function* read(
  handle: FileHandle,
  size: number,
  options: OpenOptions,
  passing: boolean,
): AsyncGenerator<Buffer> {
  const reused = passing && !options.gzip ? Buffer.allocUnsafe(chunkSize) : undefined
  let [packed, unpacked] = [0, 0]
  async function* raw(): AsyncGenerator<Buffer> {
    // Read by position: two readings do not disturb each other.
    while (packed < size) {
      options.signal?.throwIfAborted()
      const buffer = reused ?? Buffer.allocUnsafe(chunkSize)
      const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkSize, size - packed), packed)
      if (bytesRead === 0) return
      packed += bytesRead
      options.onRead?.(packed / size)
      yield buffer.subarray(0, bytesRead)
    }
  }
  if (!options.gzip) {
    yield* raw()
    return
  }
  const stream = createGunzip({ chunkSize })
  // What goes wrong with one of them is told by the other.
  pipeline(Readable.from(raw()), stream, () => undefined)
  if (options.signal !== undefined) addAbortSignal(options.signal, stream)
  try {
    for await (const chunk of stream) {
      // Gunzip gives buffers.
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
      unpacked += buffer.length
      if (unpacked > harmless && unpacked > tightest * packed) {
        throw fileRefused(
          `it unpacks to more than ${tightest} times its size, which no data does. Unpack it yourself if it is sound.`,
        )
      }
      yield buffer
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) {
      throw fileRefused(
        code === 'Z_BUF_ERROR'
          ? 'it is cut short: the end of the gzip data is missing. Transfer it again.'
          : 'it is damaged: the gzip data cannot be unpacked. Transfer it again.',
      )
    }
    throw error
  }
}
