/** Kinds and statuses of the exceptions of a plan. */

/** Kinds of exceptions, with their labels. */
export const exceptionKinds = {
  late: 'late sales order',
  short: 'short sales order',
  overload: 'overload',
  infeasible: 'infeasible work',
  expedite: 'expedite',
  postpone: 'push out',
  cancel: 'cancel',
  shortage: 'stock below safety stock',
  excess: 'excess stock',
  data: 'data fault',
} as const

export type ExceptionKind = keyof typeof exceptionKinds

export const exceptionStatuses = ['open', 'acknowledged', 'snoozed'] as const
