/** Chooses the sentences above the buffers of the safety stock screen. */

interface Buffers {
  readonly shown: number
  readonly total: number
  /** Number of selected buffers; undefined if the user may not select any. */
  readonly chosen: number | undefined
}

/** Returns the translation keys of the sentences, in their order. */
export function summaryParts({ shown, total, chosen }: Buffers): readonly ('select' | 'summary' | 'cut')[] {
  return [
    ...(chosen === undefined ? [] : [chosen === 0 ? ('select' as const) : ('summary' as const)]),
    ...(total > shown ? ['cut' as const] : []),
  ]
}
