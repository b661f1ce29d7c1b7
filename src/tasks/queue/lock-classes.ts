/** First halves of the advisory locks of tasks. */

/** Lock of whoever runs tasks; the second half is its number. */
export const leaseClass = 1_952_543_083
/** Lock of the process of a task; the second half is the number of the task. */
export const taskClass = 1_952_543_084
// 1_952_543_087 is of the migration `task_order`: it orders the changes of all tasks.
