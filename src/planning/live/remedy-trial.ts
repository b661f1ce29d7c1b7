/** The trial of a remedy, and the author of its edits when it is accepted. */
import type { DataContext } from '../../data/context.ts'
import { remedyOrigin } from '../../model/decision-origin.ts'
import type { Remedy } from '../../planner/live/remedies/remedy.ts'
import type { PlanEdit, Trial } from './questions.ts'

/** Returns the trial of a remedy of a sales order. */
export const remedyTrial = (
  { kind, mode, displace }: Remedy,
  order: string,
  edits: readonly PlanEdit[],
): Trial => ({ edits, mode, displace, again: [order], origin: remedyOrigin({ kind, order }) })

/** Returns the context in which the edits of a trial are stored: the change log names the remedy. */
export const acceptingContext = (context: DataContext, { origin }: Trial): DataContext =>
  origin === undefined ? context : { ...context, actor: { ...context.actor, origin } }
