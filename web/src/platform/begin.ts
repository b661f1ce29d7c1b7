/** Starts work that need not be awaited. */

/**
 * Starts work that a screen repeats, such as requesting its data while its code is loading; the screen reports the
 * errors.
 */
export const begin = (work: () => Promise<unknown>): void => void work().catch(() => undefined)
