/** Checks who may view a task record. */
import { holds, isSuperuser, type Principal } from '../../auth/principal.ts'
import { ownTaskScenarios } from '../../auth/rights/key-scope.ts'
import { repeatingTasks } from '../registry.ts'
import type { TaskRecord } from './task-record.ts'

type Viewer = Pick<Principal, 'userId' | 'scenarios' | 'limits'>

/** Returns whether the user of the principal launched a task, and an API key opens all of its scenarios. */
export function isOwnTask(principal: Omit<Viewer, 'scenarios'>, task: TaskRecord): boolean {
  if (task.userId !== principal.userId) return false
  const opened = ownTaskScenarios(principal)
  return opened === undefined || [task.scenario, ...task.scenarios].every((name) => opened.includes(name))
}

/**
 * Returns whether the principal may view a task: its launcher, and users with the right `execute.view_task` in all
 * scenarios that it holds. A task whose record repeats records of several scenarios requires a superuser of each of
 * them.
 */
export function maySee(principal: Viewer, task: TaskRecord): boolean {
  if (isOwnTask(principal, task)) return true
  if (task.guarded.length === 0) return false
  if (!task.guarded.every((name) => holds(principal, name, 'execute.view_task'))) return false
  if (task.scenarios.length < 2 || !repeatingTasks.includes(task.name)) return true
  return task.scenarios.every((name) => isSuperuser(principal, name))
}
