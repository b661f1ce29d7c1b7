/** Who may see the record of a task. */
import { holds, isSuperuser, type Principal } from '../../auth/principal.ts'
import { repeatingTasks } from '../registry.ts'
import type { TaskRecord } from './task-record.ts'

/**
 * Whether somebody may see a task: its launcher, and those with the right to in all scenarios that it holds. One
 * that repeats records of several scenarios takes a superuser of each, who may see all of them.
 */
export function maySee(principal: Pick<Principal, 'userId' | 'scenarios'>, task: TaskRecord): boolean {
  if (task.userId === principal.userId) return true
  if (task.guarded.length === 0) return false
  if (!task.guarded.every((name) => holds(principal, name, 'execute.view_task'))) return false
  if (task.scenarios.length < 2 || !repeatingTasks.includes(task.name)) return true
  return task.scenarios.every((name) => isSuperuser(principal, name))
}
