/** Groups of kinds of exceptions. By themselves, because the address of the screen names them. */

/** Kinds that users handle in the same way. */
export const exceptionGroups = {
  late: ['late', 'short'],
  expedite: ['expedite'],
  reschedule: ['postpone', 'cancel'],
  shortage: ['shortage'],
  capacity: ['overload', 'infeasible'],
  excess: ['excess'],
  data: ['data'],
} as const

export type ExceptionGroup = keyof typeof exceptionGroups
export const groupNames = [
  'late',
  'expedite',
  'reschedule',
  'shortage',
  'capacity',
  'excess',
  'data',
] as const satisfies readonly ExceptionGroup[]
