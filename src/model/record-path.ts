/**
 * Paths of record screens within a scenario, `/data/<model>/<key>`. The segment of a key that means something else
 * there starts with an exclamation mark: `/data/item/!new` is the item `new`, `/data/item/new` the form of a new one.
 */

/** Names of other screens, and what would look like the segment of a key with such a name. */
const reserved = /^!*(?:new|import)$/

/** Returns a key as one segment of a path, not yet percent-encoded. */
export const segmentOfKey = (key: string): string => (reserved.test(key) ? `!${key}` : key)

export const keyOfSegment = (segment: string): string =>
  reserved.test(segment) ? segment.replace('!', '') : segment

/** @param list path of the list of its entity, such as `/data/item` */
export const recordPath = (list: string, key: string): string =>
  `${list}/${encodeURIComponent(segmentOfKey(key))}`
