/** `GET /api/plan/current/`: returns the time at which the plan was stored, and the number of changes since then. */
import { readPlanAge } from '../../../planning/history/plan-age.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import type { WordCall } from '../word-call.ts'
import { requirePlanView } from './plan-view.ts'

/** Returns the age of the plan. Requires the permission to view the plan. */
export async function answerPlanAge(call: WordCall): Promise<Answer> {
  requirePlanView(call)
  return jsonAnswer(200, await readPlanAge(call.context))
}
