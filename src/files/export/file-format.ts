/** The formats of exported files, as the endings of their names tell them. */
import { ServiceError } from '../../errors/service-error.ts'
import { newFileName } from '../folders/file-name.ts'

export interface FileFormat {
  /** Ending of the name, without the dot; also the value of the parameter `format`. */
  readonly ending: string
  /** The format of lists in which it is written. */
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

/** Takes a name apart; the format is undefined when the ending is none of ours. */
export function splitFileName(name: string): {
  readonly stem: string
  readonly format: FileFormat | undefined
} {
  const [, stem = name, ending] = /^(.*?)\.((?:csv|json)(?:\.gz)?|xlsx)$/i.exec(name) ?? []
  return { stem, format: ending === undefined ? undefined : byEnding.get(ending.toLowerCase()) }
}

/** The format by its ending. */
export function fileFormat(ending: string): FileFormat {
  const format = byEnding.get(ending)
  if (format !== undefined) return format
  throw new ServiceError('unknown_format', { format: ending, formats: [...byEnding.keys()].join(', ') })
}

/** The format of a file that is to be made. Throws `invalid_file_name` and `unknown_format`. */
export function formatOfNewFile(name: string): FileFormat {
  const { format, stem } = splitFileName(newFileName(name))
  if (format !== undefined && stem !== '') return format
  throw new ServiceError('unknown_format', { format: name, formats: [...byEnding.keys()].join(', ') })
}
