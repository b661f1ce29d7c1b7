/**
 * Tables that are not copied, because their rows describe how rows of other tables were written, or what is still to
 * be done for these, or which files of the folder they came from, and have no meaning for a copy.
 */
export const leftBehind: ReadonlySet<string> = new Set([
  'plandigest',
  'controlwork',
  'unlogged',
  'importedfile',
])
