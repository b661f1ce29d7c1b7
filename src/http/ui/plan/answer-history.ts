/** `GET /api/plan/history/`: returns key figures of the stored plans, newest first. */
import { listHistory } from '../../../planning/history/plan-history.ts'
import { type Answer, jsonAnswer } from '../../answer.ts'
import { wholeNumber, type WordCall } from '../word-call.ts'
import { requirePlanView } from './plan-view.ts'

/** Returns the history. Requires the permission to view the plan. */
export async function answerPlanHistory(call: WordCall): Promise<Answer> {
  requirePlanView(call)
  const { context, query } = call
  const limit = wholeNumber(query, 'limit', { least: 1, most: 1_000, otherwise: 100 })
  const before = wholeNumber(query, 'cursor', { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: 0 })
  const found = await listHistory(context, { limit: limit + 1, before: before === 0 ? undefined : before })
  const plans = found.slice(0, limit)
  return jsonAnswer(200, { plans, next: found.length > limit ? (plans.at(-1)?.id ?? null) : null })
}
