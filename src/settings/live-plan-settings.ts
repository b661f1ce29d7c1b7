/** Settings of the processes that hold plans in memory for trials. */
import { Type } from '../contract/type.ts'

export const livePlanSettings = {
  LIVE_PLANS: Type.Integer({
    minimum: 1,
    default: 3,
    description:
      'Maximum number of scenarios whose plans a server keeps in memory, per process of --workers, for trials and promise dates, each in a separate process. The least recently used plan is removed first.',
  }),
  LIVE_PLAN_MEMORY: Type.Integer({
    minimum: 128,
    default: 3_072,
    description:
      'Maximum memory of the objects of one such plan, and of a second one made for a trial, in megabytes. Its process may take half as much besides.',
  }),
  LIVE_PLAN_IDLE: Type.Integer({
    minimum: 1,
    default: 900,
    description: 'Idle timeout of such a process, in seconds after its last request.',
  }),
  LIVE_PLAN_TIMEOUT: Type.Integer({
    minimum: 1,
    default: 120,
    description: 'Timeout of one request to such a plan, in seconds.',
  }),
  LIVE_PLAN_QUESTIONS: Type.Integer({
    minimum: 1,
    default: 4,
    description: 'Maximum number of concurrent requests to such plans per user.',
  }),
} as const
