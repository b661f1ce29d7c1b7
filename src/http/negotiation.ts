/** Selects the format of the response: `?format=` first, otherwise the header Accept, from one table of formats. */
import { ServiceError } from '../errors/service-error.ts'
import { listFormatByName } from '../files/list-formats.ts'
import { matchLevel, parseAccept, type MediaRange } from './accept.ts'
import { parameter, type QueryPairs } from './request-target.ts'

export type FormatName = 'json' | 'api' | 'csv' | 'xlsx' | 'ndjson'

export interface Format {
  /** Value of `?format=`. */
  readonly name: FormatName
  /** Content types of the response; the first is used unless the client names another. */
  readonly mediaTypes: readonly [string, ...string[]]
  /** If true, the charset is always named; otherwise only if the client requests it. */
  readonly labelled: boolean
  /** If true, only reads of records have this format; writes and all other routes return JSON or a page. */
  readonly recordsOnly: boolean
}

/** In the order of preference for clients without a preference. */
export const formats: readonly Format[] = [
  { name: 'json', mediaTypes: ['application/json'], labelled: false, recordsOnly: false },
  { name: 'api', mediaTypes: ['text/html', 'application/xhtml+xml'], labelled: true, recordsOnly: false },
  { name: 'csv', mediaTypes: ['text/csv'], labelled: true, recordsOnly: true },
  {
    name: 'xlsx',
    mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    labelled: false,
    recordsOnly: true,
  },
  {
    name: 'ndjson',
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    labelled: false,
    recordsOnly: true,
  },
]

/** Returns the formats that a route offers; formats of records only if the route reads records. */
export function offeredFormats(records: boolean): readonly Format[] {
  return formats.filter(({ name, recordsOnly }) => !recordsOnly || (records && listFormatByName.has(name)))
}

export interface Negotiated {
  readonly format: FormatName
  /** Value of the header Content-Type. */
  readonly contentType: string
  /** Number of spaces per level of pretty-printed JSON; 0 = compact. */
  readonly indent: number
}

export interface Wishes {
  readonly query: QueryPairs
  readonly accept: string | undefined
  /** If true, formats for records, such as CSV, are offered. */
  readonly records: boolean
}

const widestIndent = 10

/** The usual case, without parsing. */
const plainJson: Negotiated = { format: 'json', contentType: 'application/json', indent: 0 }

/** Throws `unknown_format` and `not_acceptable`. */
export function negotiate({ query, accept, records }: Wishes): Negotiated {
  const named = parameter(query, 'format')
  const chosen = named === undefined || named === '' ? undefined : named
  if (chosen === undefined && (accept === undefined || accept === '*/*' || accept === 'application/json')) {
    return plainJson
  }
  const offered = offeredFormats(records)
  const ranges = accept === undefined ? [] : parseAccept(accept)
  if (chosen !== undefined) {
    const format = offered.find(({ name }) => name === chosen)
    if (format === undefined) throw unknownFormat(chosen, offered)
    return describe(format, format.mediaTypes[0], rangeFor(ranges, format.mediaTypes[0]))
  }
  if (ranges.length === 0) return plainJson
  return choose(offered, ranges)
}

function unknownFormat(format: string, offered: readonly Format[]): ServiceError {
  return new ServiceError('unknown_format', {
    format: format.slice(0, 100),
    formats: offered.map(({ name }) => name).join(', '),
  })
}

/** Returns the range that matches a media type most exactly; the first one in the header among equals. */
function rangeFor(ranges: readonly MediaRange[], mediaType: string): MediaRange | undefined {
  let best: MediaRange | undefined
  for (const range of ranges) {
    const level = matchLevel(range.type, mediaType)
    if (level > (best === undefined ? 0 : matchLevel(best.type, mediaType))) best = range
  }
  return best
}

/**
 * Returns the media type with the highest quality. Among equal ones, a type named in full comes before one that only
 * matches a wildcard, then the order of the header decides, then the order of the service.
 */
function choose(offered: readonly Format[], ranges: readonly MediaRange[]): Negotiated {
  const candidates = offered.flatMap((format) =>
    format.mediaTypes.flatMap((mediaType) => {
      const range = rangeFor(ranges, mediaType)
      if (range === undefined || range.quality === 0) return []
      const level = matchLevel(range.type, mediaType)
      return [{ format, mediaType, range, level, place: ranges.indexOf(range) }]
    }),
  )
  const [best] = candidates.sort(
    (one, other) =>
      other.range.quality - one.range.quality || other.level - one.level || one.place - other.place,
  )
  if (best === undefined) {
    const accepted = offered.flatMap(({ mediaTypes }) => mediaTypes).join(', ')
    throw new ServiceError('not_acceptable', { accepted })
  }
  return describe(best.format, best.level === 3 ? best.mediaType : best.format.mediaTypes[0], best.range)
}

function describe(format: Format, mediaType: string, range: MediaRange | undefined): Negotiated {
  // Only browsers name XHTML, and they accept HTML too.
  const type = format.name === 'api' ? 'text/html' : mediaType
  const labelled = format.labelled || range?.params.has('charset') === true
  return {
    format: format.name,
    contentType: labelled ? `${type}; charset=utf-8` : type,
    indent: format.name === 'json' ? indentOf(range) : 0,
  }
}

function indentOf(range: MediaRange | undefined): number {
  const indent = range?.params.get('indent') ?? ''
  return /^\d{1,3}$/.test(indent) ? Math.min(Number(indent), widestIndent) : 0
}
