/** Identifies the format of a file that is not a workbook, so that the message says what to do. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Message, MessageCode } from '../../../errors/messages.ts'

/** Returns the reason why the file cannot be read as a workbook, as a sentence. */
export const describeOtherFile = async (path: string): Promise<Message> => ({ code: await kindOf(path) })

async function kindOf(path: string): Promise<MessageCode> {
  const start = await firstBytes(path)
  if (start.length === 0) return 'file_is_empty'
  if (start.subarray(0, 8).equals(compoundFile)) {
    return (await contains(path, utf16('EncryptedPackage'))) ? 'file_is_protected' : 'file_is_xls'
  }
  if (start.subarray(0, 4).equals(zipFile)) return 'file_is_cut'
  if (start.subarray(0, 2).equals(gzipFile)) return 'file_is_gzip'
  const text = start.toString('latin1').trimStart().toLowerCase()
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return 'file_is_html'
  if (text.startsWith('<?xml')) return 'file_is_xml'
  if (!start.includes(0)) return 'file_is_text'
  return 'file_is_no_archive'
}

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipFile = Buffer.from('504b0304', 'hex')
const gzipFile = Buffer.from('1f8b', 'hex')

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Returns whether the file contains the bytes; reads it piece by piece. */
async function contains(path: string, bytes: Buffer): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    if (!Buffer.isBuffer(chunk)) return false
    const piece = Buffer.concat([rest, chunk])
    if (piece.includes(bytes)) return true
    rest = piece.subarray(-bytes.length)
  }
  return false
}
