/** Durations by which orders are late. */
import { isLateBy } from '../../../../src/rules/late.ts'
import { parseClock } from '../../platform/values/durations.ts'

/** Returns whether an order with the duration `[-][D ]HH:MM:SS` counts as late. */
export const isLateDelay = (delay: string): boolean => isLateBy(parseClock(delay))
