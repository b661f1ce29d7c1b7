/** Identifies the format of a file that is not a workbook, so that the message says what to do. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** Returns the reason why the file cannot be read as a workbook, as a sentence. */
export async function describeOtherFile(path: string): Promise<string> {
  const start = await firstBytes(path)
  if (start.length === 0) return 'it is empty.'
  if (start.subarray(0, 8).equals(compoundFile)) {
    return (await contains(path, utf16('EncryptedPackage')))
      ? 'it is protected by a password. Save it without one.'
      : 'it is a workbook of the old format .xls, whatever its name says. Save it as .xlsx.'
  }
  if (start.subarray(0, 4).equals(zipFile))
    return 'it is cut short: the end of the archive is missing. Upload it again.'
  if (start.subarray(0, 2).equals(gzipFile)) return 'it is a gzip file and no workbook.'
  const text = start.toString('latin1').trimStart().toLowerCase()
  if (text.startsWith('<!doctype html') || text.startsWith('<html'))
    return 'it is a web page and no workbook. Save it as .xlsx.'
  if (text.startsWith('<?xml')) return 'it is an XML file and no workbook. Save it as .xlsx.'
  if (!start.includes(0)) return 'it is a text file and no workbook; perhaps its name should end with .csv.'
  return 'it is no workbook: it is not the archive that a file .xlsx is.'
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
