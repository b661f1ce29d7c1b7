/** Formats a promise for clients: dates of planning time as text. */
import type { Promised } from '../../planner/live/promise.ts'
import { datetimeText } from './present-trial.ts'
import type { ShownPromise } from './questions.ts'

/** @param basis newest change set that the promise is based on */
export const presentPromise = (
  { promises, complete, daysLate, confidence, binding, delays }: Promised,
  basis: number,
): ShownPromise => ({
  basis,
  promises: promises.map(({ date, quantity }) => ({ date: datetimeText(date), quantity })),
  complete: complete === null ? null : datetimeText(complete),
  days_late: daysLate,
  confidence,
  binding,
  delays,
})
