/**
 * Validates file names. The name of a file to read must be plain, so that it cannot lead to another folder. The name
 * of a new file must also be legal on every operating system.
 */
import { createHash } from 'node:crypto'
import { ServiceError } from '../../errors/service-error.ts'
import { subfolderNames } from './subfolders.ts'

/** Maximum length of a name in bytes, in common file systems. */
const longest = 255

/** Path separators, control characters, and marks that reverse the reading direction. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unsafe = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** Returns whether a name can only denote a file in its folder. */
export function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    !name.startsWith('.') &&
    name.isWellFormed() &&
    Buffer.byteLength(name) <= longest &&
    !unsafe.test(name)
  )
}

const notPortable = /[<>:"|?*]|^\s|[\s.]$/

/** Device names of Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Name in the URL of a deletion that means all files of the folder. */
export const allFilesName = 'AllFiles'

/** Names of subfolders that the service uses within the folder of uploads, and the name that means all files. */
const taken: ReadonlySet<string> = new Set([...subfolderNames, allFilesName.toLowerCase()])

/** Returns whether a file may be created with the name. */
export function isPortableName(name: string): boolean {
  return isPlainName(name) && !notPortable.test(name) && !devices.test(name) && !taken.has(name.toLowerCase())
}

/**
 * Returns the name under which a new file is stored, in Unicode form NFC because systems differ in it. Throws
 * `invalid_file_name`.
 */
export function newFileName(name: string): string {
  const composed = name.normalize('NFC')
  if (isPortableName(composed)) return composed
  throw invalidFileName(name)
}

export interface DerivedName {
  readonly before?: string
  readonly name: string
  readonly after?: string
  /** The part of a name that stays if it is too long: its start, or its end, which has the extension. */
  readonly keep: 'start' | 'end'
}

/**
 * Returns a file name made of the name of another file and of text before and after it, cut to the maximum length. A
 * name that is cut at its end gets a hash of the whole one, so that names with the same start remain different.
 */
export function derivedFileName({ before = '', name, after = '', keep }: DerivedName): string {
  const whole = longest - Buffer.byteLength(before + after)
  let size = Buffer.byteLength(name)
  const hash = size > whole && keep === 'start' ? `-${shortHash(name)}` : ''
  const room = whole - hash.length
  const characters = Array.from(name)
  while (size > room) {
    const dropped = keep === 'start' ? characters.pop() : characters.shift()
    if (dropped === undefined) break
    size -= Buffer.byteLength(dropped)
  }
  return before + characters.join('') + hash + after
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Throws `invalid_file_name` unless the name is plain. */
export function requirePlainName(name: string): void {
  if (!isPlainName(name)) throw invalidFileName(name)
}

/** Returns the error for an invalid name. */
export const invalidFileName = (name: string): ServiceError =>
  new ServiceError('invalid_file_name', { name: shownFileName(name) })

/** Characters of a name that could disturb a terminal or a log. */
const unprintable = new RegExp(unsafe.source.replace('/\\\\', ''), 'g')

/** Returns a name without characters that could disturb a terminal or a log. */
export const printableFileName = (name: string): string => name.toWellFormed().replaceAll(unprintable, '�')

/** Returns at most 100 characters of a name, without characters that could disturb a terminal or a log. */
export function shownFileName(name: string): string {
  const shown = printableFileName(name)
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown
}
