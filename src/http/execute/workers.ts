/** `GET /execute/api/workers/`: returns the number of running workers, and of waiting and running tasks. */
import type { taskEndpoints } from '../../contract/tasks.ts'
import { utcText } from '../../data/time-zone.ts'
import {
  countOpenTasks,
  liveWorkers,
  noWorkerHint,
  unservedHint,
  unservedTasks,
} from '../../tasks/queue/workers.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'

type Endpoints = typeof taskEndpoints

/** Returns the current state: each worker holds a lock while it runs, so that stopped workers are not counted. */
export const answerWorkers: TaskEndpointHandler<Endpoints['GET /execute/api/workers/']> = async ({
  exchange,
}) => {
  const { control } = exchange.service
  const [workers, unserved, open] = await Promise.all([
    liveWorkers(control),
    unservedTasks(control),
    countOpenTasks(control),
  ])
  return {
    alive: workers > 0,
    workers,
    ...open,
    unserved: unserved.reduce((sum, { count }) => sum + count, 0),
    checked: utcText(new Date()),
    ...(workers === 0 ? { hint: noWorkerHint } : unserved.length > 0 ? { hint: unservedHint(unserved) } : {}),
  }
}
