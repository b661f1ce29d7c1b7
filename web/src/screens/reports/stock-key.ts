/** Finds the item and the location that the name of stock means. */
import type { QueryClient } from '@tanstack/react-query'
import { keyFilter, reportKeysQuery } from '../../platform/api/reports.ts'

const keys = ['item', 'location'] as const

/**
 * Returns what the parts of a name can mean: item and location, and after them the batch. Names without a batch come
 * first, and of those the ones with the shortest item (as in src/planning/exceptions/places.ts).
 */
export const meaningsOf = (
  parts: readonly string[],
): readonly (readonly [item: string, location: string])[] =>
  parts
    .flatMap((_, end) => parts.slice(0, end).map((_part, at) => [at + 1, end + 1] as const))
    .toSorted(([at, end], [otherAt, otherEnd]) => otherEnd - end || at - otherAt)
    .map(([at, end]) => [parts.slice(0, at).join(' @ '), parts.slice(at, end).join(' @ ')])

/** Returns the key in the inventory report; the shortest names if no meaning of the parts is in the report. */
export async function stockKeyOf(
  client: QueryClient,
  scenario: string,
  parts: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    meaningsOf(parts).map((meaning) =>
      client
        .fetchQuery(reportKeysQuery(scenario, 'inventoryreport', keys, keyFilter(keys, meaning)))
        .then(([key]) => key)
        // The screen of the key shows whether the service answers.
        .catch(() => undefined),
    ),
  )
  return found.find((key) => key !== undefined) ?? parts.slice(0, 2)
}
