/** Response headers of writes: what the service has added or assumed. */
import type { AssumedDates, CreatedReferences } from '../../data/write/request.ts'

/**
 * Maximum length of the header, because proxies reject long headers; the records themselves can be recognized by
 * their source `stub`.
 */
const longestHeader = 4_000

/** Returns a header such as `input.item=A,B; input.location=C`, with escaped keys. */
export function createdHeader(references: readonly CreatedReferences[]): Readonly<Record<string, string>> {
  if (references.length === 0) return {}
  const text = references
    .map(({ entity, keys }) => `${entity}=${keys.map((key) => encodeURIComponent(key)).join(',')}`)
    .join('; ')
  return { 'x-created-references': text.length > longestHeader ? `${text.slice(0, longestHeader)}...` : text }
}

/** Returns a header with the escaped references of orders whose missing date was assumed, such as `PO-1,PO-2,+7`. */
export const assumedHeader = (assumed: AssumedDates | undefined): Readonly<Record<string, string>> =>
  assumed === undefined ? {} : { 'x-assumed-dates': escapedList(assumed.first, assumed.total) }

/** Maximum number of names in the header of unknown mentions, and of their escaped characters: proxies limit headers. */
const [mostUnknown, longestUnknown] = [20, 2_000]

/** Returns a header with the escaped names that comments mention and of which no user was notified. */
export function mentionsHeader(names: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return {}
  const first: string[] = []
  let length = 0
  for (const name of names.slice(0, mostUnknown)) {
    length += encodeURIComponent(name).length
    if (length > longestUnknown) break
    first.push(name)
  }
  return { 'x-unknown-mentions': escapedList(first, names.length) }
}

/** Returns the escaped first items, then the number of further ones: `a,b,+7`. */
const escapedList = (first: readonly string[], total: number): string =>
  [
    ...first.map((item) => encodeURIComponent(item)),
    ...(total > first.length ? [`+${total - first.length}`] : []),
  ].join(',')
