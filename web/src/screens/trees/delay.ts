/** Durations by which orders are late. */

/** Returns whether a duration `[-][D ]HH:MM:SS` is positive. */
export const isLateBy = (delay: string): boolean => !delay.startsWith('-') && !/^[0:. ]*$/.test(delay)
