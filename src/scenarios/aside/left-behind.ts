/**
 * Tables that are not copied, because their rows describe how rows of other tables were written and have no meaning
 * for a copy of these.
 */
export const leftBehind: ReadonlySet<string> = new Set(['plandigest'])
