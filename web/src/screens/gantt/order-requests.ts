/** What the board asks the service about single orders when somebody moves or searches them: loaded together then. */
export { findAlternates, membersOf } from './find-alternates.ts'
export { makeMove } from './make-move.ts'
export { readOrder, seekOrder, wholeWindow } from './outside-orders.ts'
