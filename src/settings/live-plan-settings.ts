/** Settings of the processes that hold plans in memory for trials. */
import { Type } from 'typebox'

export const livePlanSettings = {
  LIVE_PLANS: Type.Integer({
    minimum: 1,
    default: 3,
    description:
      'Scenarios whose plans one server holds in memory at most, to try changes and promise dates, each in a process of its own. The one that nobody has asked longest makes room.',
  }),
  LIVE_PLAN_MEMORY: Type.Integer({
    minimum: 128,
    default: 2_048,
    description: 'Megabytes of memory that the process of one such plan may take.',
  }),
  LIVE_PLAN_IDLE: Type.Integer({
    minimum: 1,
    default: 900,
    description: 'Seconds after the last question before such a process ends.',
  }),
  LIVE_PLAN_TIMEOUT: Type.Integer({
    minimum: 1,
    default: 120,
    description: 'Seconds that one question about a plan may take.',
  }),
  LIVE_PLAN_QUESTIONS: Type.Integer({
    minimum: 1,
    default: 4,
    description: 'Questions about plans that one user may have under way at the same time.',
  }),
} as const
