/** Types of the orders that can be released. Separate from their requests, which the addresses of the screens do not need. */

export const releaseTypes = ['PO', 'DO', 'MO'] as const
export type ReleaseType = (typeof releaseTypes)[number]
