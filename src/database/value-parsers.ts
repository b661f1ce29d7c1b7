/**
 * Parsers of values from PostgreSQL. Times stay text as written by PostgreSQL, so that the time zone of the process
 * does not change them. JSON stays text, because most of it is passed on unchanged.
 */
import { types, type CustomTypesConfig } from 'pg'

const asText = (value: string): string => value

/**
 * Returns a datetime or a time of day with six decimal places of the second, or with none: PostgreSQL drops trailing
 * zeros, and clients in other languages fail on four digits.
 */
export function withWholeFraction(value: string): string {
  const dot = value.indexOf('.')
  return dot === -1 ? value : value.padEnd(dot + 7, '0')
}

/** Returns a number. Integers beyond 2^53 stay text, because a number would silently have another value. */
export function parseBigint(value: string): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

const textArrayOid: number = 1009
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the driver's list of types leaves arrays out
const textArray: (value: string) => readonly (string | null)[] = types.getTypeParser(textArrayOid)

const momentArray = (value: string): readonly (string | null)[] =>
  textArray(value).map((item) => (item === null ? null : withWholeFraction(item)))

const byOid: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [20, parseBigint], // bigint
  [1114, withWholeFraction], // timestamp
  [1082, asText], // date
  [1083, withWholeFraction], // time
  [1186, asText], // interval
  [114, asText], // json
  [3802, asText], // jsonb
  [1016, (value) => textArray(value).map((item) => (item === null ? null : parseBigint(item)))],
  [1115, momentArray], // timestamp[]
  [1182, textArray], // date[]
  [1183, momentArray], // time[]
  [1187, textArray], // interval[]
  [199, textArray], // json[]
  [3807, textArray], // jsonb[]
])

export const valueParsers: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : byOid.get(oid)) ?? types.getTypeParser(oid, format),
}
