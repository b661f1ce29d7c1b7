/** Durations of attacks. */
import { scale } from '../scale.ts'

/** Duration of an attack once it is in place, in milliseconds. */
export const attackMs = scale({ short: 1_300, full: 15_000 })

/** Duration of the measurement of ordinary use before and after an attack, in milliseconds. */
export const baselineMs = scale({ short: 400, full: 4_000 })
