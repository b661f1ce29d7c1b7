/**
 * Names of files as people and programs give them. A name that is read must be plain, so that it can lead nowhere
 * else; one that is made must also be legal on every system to which the file may be carried.
 */
import { ServiceError } from '../../errors/service-error.ts'

/** Bytes of a name in the file systems of our time. */
const longest = 255

/** Separators, control characters, and marks that make a name read backwards. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unsafe = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** Whether a name is one of a file in its folder, and of nothing else. */
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

/** Names of devices on Windows, whatever their extension. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Folders of ours within the folder of uploads. */
const taken: ReadonlySet<string> = new Set(['export', 'errors', 'archive', 'workbooks', 'uploads'])

/** Whether a file may be made under the name. */
export function isPortableName(name: string): boolean {
  return isPlainName(name) && !notPortable.test(name) && !devices.test(name) && !taken.has(name.toLowerCase())
}

/**
 * The name under which a new file is kept: accents in their composed form, whichever system it comes from.
 * Throws `invalid_file_name`.
 */
export function newFileName(name: string): string {
  const composed = name.normalize('NFC')
  if (isPortableName(composed)) return composed
  throw invalidFileName(name)
}

/** Throws `invalid_file_name` unless the name is plain. */
export function requirePlainName(name: string): void {
  if (!isPlainName(name)) throw invalidFileName(name)
}

/** The refusal; the name is shown without what could disturb a terminal or a log. */
export function invalidFileName(name: string): ServiceError {
  const shown = name.toWellFormed().replaceAll(new RegExp(unsafe.source.replace('/\\\\', ''), 'g'), '�')
  return new ServiceError('invalid_file_name', {
    name: shown.length > 100 ? `${shown.slice(0, 100)}…` : shown,
  })
}
