/** Tables whose rows speak of how the rows of other tables were written, so that they mean nothing beside a copy of those. */
export const leftBehind: ReadonlySet<string> = new Set(['plandigest'])
