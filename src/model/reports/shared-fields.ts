/** Fields that several reports declare in the same way. */
import { orderTypeWords } from '../code-words.ts'
import { choice, integer, reference } from '../define.ts'

/** Type and status of the order of a row. */
export const typeAndStatus = () => [
  choice('type', ['STCK', 'MO', 'WO', 'PO', 'DO', 'DLVR'], {
    nullable: true,
    words: orderTypeWords,
    help: 'Type of the order.',
  }),
  choice('status', ['proposed', 'approved', 'confirmed', 'completed', 'closed'], {
    nullable: true,
    help: 'Status of the order.',
  }),
]

/** The manufacturing order of a work order. */
export const stepOwner = () =>
  reference('owner', 'input.operationplan', 'cascade', {
    nullable: true,
    help: 'Manufacturing order of which it is a step.',
  })

/** Position of a row in a tree that is listed depth first. */
export const treePosition = () => [
  integer('id', { label: 'identifier', help: 'Number of the row.' }),
  integer('parent', { label: 'parent row', nullable: true, help: 'Row of which this one is a branch.' }),
  integer('level', { help: 'Depth in the tree, 0 for its roots.' }),
]
