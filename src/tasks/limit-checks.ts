/**
 * Limits the time of the functions of a task that run in the process that launches it, so that one that never ends in
 * an extension module does not keep requests open. A loop that never awaits cannot be ended.
 */
import { ServiceError } from '../errors/service-error.ts'
import type { TaskDefinition } from './definition.ts'

/** Maximum duration of each function, in seconds. */
const longestCheckSeconds = 30

/** Returns the task with functions that throw `task_check_timeout` if they have not ended in time. */
export function limitChecks(
  name: string,
  task: TaskDefinition,
  seconds: number = longestCheckSeconds,
): TaskDefinition {
  const inTime = async <Result>(part: string, started: Result | Promise<Result>): Promise<Result> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const params = { task: name, part, seconds }
    const timer = setTimeout(() => reject(new ServiceError('task_check_timeout', params)), seconds * 1000)
    try {
      return await Promise.race([started, promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...task,
    ...(task.authorize !== undefined && {
      authorize: (caller, args) => inTime('authorize', task.authorize?.(caller, args)),
    }),
    ...(task.check !== undefined && {
      check: (caller, args) => inTime('check', task.check?.(caller, args)),
    }),
    ...(task.settle !== undefined && {
      settle: (caller, args) => inTime('settle', task.settle?.(caller, args) ?? args),
    }),
    ...(task.scenarios !== undefined && {
      scenarios: (args, scenario, caller) =>
        inTime('scenarios', task.scenarios?.(args, scenario, caller) ?? [scenario]),
    }),
  }
}
