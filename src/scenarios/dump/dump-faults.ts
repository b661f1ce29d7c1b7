/** Finds out why a file is not a dump that can be restored, so that the message can name the cause and the remedy. */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { foreignText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { dumpRefused, headerPrefix, parseHeader, withPsqlRemedy } from './dump-format.ts'
import { ending } from './write-dump.ts'

/** First bytes of every file that is compressed with gzip. */
const gzipStart = Buffer.from([0x1f, 0x8b])

/** Number of bytes that contain the first line of a dump, also if it was compressed again. */
const startLength = 2 ** 14

/** Returns the error of a file whose first bytes are not the header of a dump. */
export async function headerFault(path: string): Promise<ServiceError> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const buffer = Buffer.alloc(Math.min(size, startLength))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  const bytes = buffer.subarray(0, bytesRead)
  // A file of fewer than two bytes may have been the beginning of a dump.
  if (bytesRead < gzipStart.length && gzipStart.subarray(0, bytesRead).equals(bytes)) return truncated(size)
  if (!bytes.subarray(0, gzipStart.length).equals(gzipStart)) {
    return dumpRefused(withPsqlRemedy({ code: 'dump_not_gzipped' }))
  }
  let text: string
  try {
    text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  } catch (error) {
    return damaged(error)
  }
  const [line = '', ...further] = text.split('\n', 2)
  if (further.length === 0 && `${line}${headerPrefix}`.startsWith(headerPrefix)) return truncated(size)
  try {
    parseHeader(line)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  return dumpRefused(withPsqlRemedy({ code: 'dump_recompressed' }))
}

/**
 * Returns the error of a dump whose checksum does not fit.
 * @param start number of bytes of the header
 */
export async function bodyFault(path: string, start: number, signal?: AbortSignal): Promise<ServiceError> {
  const { size } = await stat(path)
  const last = Buffer.from(`\n${ending}`)
  let isComplete = false
  let tail: Buffer = Buffer.alloc(0)
  const read = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      const bytes = Buffer.concat([tail, chunk])
      isComplete ||= bytes.includes(last)
      tail = bytes.subarray(-last.length)
    }
  }
  try {
    await pipeline(createReadStream(path, { start, signal, highWaterMark: 2 ** 20 }), createGunzip(), read)
  } catch (error) {
    if (signal?.aborted === true) return new ServiceError('canceled', {}, { cause: error })
    if (!isOfZlib(error)) throw error
    return error.code === 'Z_BUF_ERROR' ? truncated(size) : damaged(error)
  }
  // The pieces of a dump are complete gzip files, so a dump may be cut off between two of them.
  return isComplete ? dumpRefused(withPsqlRemedy({ code: 'dump_checksum' })) : truncated(size)
}

const truncated = (bytes: number): ServiceError => dumpRefused({ code: 'dump_truncated', params: { bytes } })

const damaged = (error: unknown): ServiceError =>
  dumpRefused(
    { code: 'dump_damaged', params: { reason: foreignText(error instanceof Error ? error.message : '') } },
    error,
  )

const isOfZlib = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
