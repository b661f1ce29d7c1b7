/** Formats a promise for clients: dates of planning time as text. */
import type { Promised } from '../../planner/live/promise.ts'
import { type AnswerBasis, datetimeText } from './present-trial.ts'
import type { ShownPromise } from './questions.ts'

export const presentPromise = (
  { promises, complete, daysLate, confidence, binding, delays }: Promised,
  { basis, base }: AnswerBasis,
): ShownPromise => ({
  basis,
  base,
  promises: promises.map(({ date, quantity }) => ({ date: datetimeText(date), quantity })),
  complete: complete === null ? null : datetimeText(complete),
  days_late: daysLate,
  confidence,
  binding,
  delays,
})
