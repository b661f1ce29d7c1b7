/** Formats of exported files, identified by file extension. */
import { ServiceError } from '../../errors/service-error.ts'
import { newFileName } from '../folders/file-name.ts'

export interface FileFormat {
  /** File extension without the dot; also the value of the parameter `format`. */
  readonly ending: string
  /** The list format with which the file is written. */
  readonly list: 'csv' | 'json' | 'xlsx'
  readonly gzip: boolean
}

export const fileFormats: readonly FileFormat[] = [
  { ending: 'csv', list: 'csv', gzip: false },
  { ending: 'csv.gz', list: 'csv', gzip: true },
  { ending: 'xlsx', list: 'xlsx', gzip: false },
  { ending: 'json', list: 'json', gzip: false },
  { ending: 'json.gz', list: 'json', gzip: true },
]

const byEnding = new Map(fileFormats.map((format) => [format.ending, format]))

/** Splits a file name into stem and format; the format is undefined for an unknown extension. */
export function splitFileName(name: string): {
  readonly stem: string
  readonly format: FileFormat | undefined
} {
  const [, stem = name, ending] = /^(.*?)\.((?:csv|json)(?:\.gz)?|xlsx)$/i.exec(name) ?? []
  return { stem, format: ending === undefined ? undefined : byEnding.get(ending.toLowerCase()) }
}

/** Returns the format of a file extension. Throws `unknown_format`. */
export function fileFormat(ending: string): FileFormat {
  const format = byEnding.get(ending)
  if (format !== undefined) return format
  throw new ServiceError('unknown_format', { format: ending, formats: [...byEnding.keys()].join(', ') })
}

/** Returns the format of a new file. Throws `invalid_file_name` and `unknown_format`. */
export function formatOfNewFile(name: string): FileFormat {
  const { format, stem } = splitFileName(newFileName(name))
  if (format !== undefined && stem !== '') return format
  throw new ServiceError('unknown_format', { format: name, formats: [...byEnding.keys()].join(', ') })
}
