/** Class ids (first keys) of the advisory locks of tasks. */

/** Lock of a process that runs tasks; the second key is its lease number. */
export const leaseClass = 1_952_543_083
/** Lock of the process of a task; the second key is the number of the task. */
export const taskClass = 1_952_543_084
// The migration `task_order` uses 1_952_543_087: it orders the changes of all tasks.
