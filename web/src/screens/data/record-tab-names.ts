/** The tabs of a record, as the address names them. */

export const recordTabs = ['edit', 'related', 'messages', 'history'] as const
export type RecordTab = (typeof recordTabs)[number]
