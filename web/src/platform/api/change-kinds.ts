/** Kinds of change of a sales order between two plans. */
import type { ChangedDemand } from './plan-trials.ts'

export type Change = ChangedDemand['change'] | 'same'

/** The worst first. */
export const changes: readonly Change[] = ['late', 'later', 'gone', 'recovered', 'earlier', 'new', 'same']
