/** `GET /execute/api/workers/`: whether anybody runs queued tasks, and how many tasks wait or run. */
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

/** Workers hold a lock as long as they live, so that the answer is about this very moment. */
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
