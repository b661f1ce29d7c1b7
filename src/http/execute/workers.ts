/** `GET /execute/api/workers/`: returns the number of running workers, and of waiting and running tasks. */
import { utcText } from '../../data/time-zone.ts'
import {
  countOpenTasks,
  liveWorkers,
  noWorkerHint,
  unservedHint,
  unservedTasks,
} from '../../tasks/queue/workers.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import type { TaskCall } from './task-call.ts'

/** Returns the current state: each worker holds a lock while it runs, so that stopped workers are not counted. */
export async function answerWorkers({ exchange }: TaskCall): Promise<Answer> {
  const { database } = exchange.service
  const [workers, unserved, open] = await Promise.all([
    liveWorkers(database),
    unservedTasks(database),
    countOpenTasks(database),
  ])
  return jsonAnswer(200, {
    alive: workers > 0,
    workers,
    ...open,
    unserved: unserved.reduce((sum, { count }) => sum + count, 0),
    checked: utcText(new Date()),
    ...(workers === 0 ? { hint: noWorkerHint } : unserved.length > 0 ? { hint: unservedHint(unserved) } : {}),
  })
}
