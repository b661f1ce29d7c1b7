/** `GET /api/plan/current/`: when the plan was stored, and how much of the data has changed since. */
import { readPlanAge } from '../../../planning/history/plan-age.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import type { WordCall } from '../word-call.ts'
import { requirePlanView } from './plan-view.ts'

/** For users who may view the plan. */
export async function answerPlanAge(call: WordCall): Promise<Answer> {
  requirePlanView(call)
  return jsonAnswer(200, await readPlanAge(call.context))
}
