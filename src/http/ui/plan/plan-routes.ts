/** Handlers of the endpoints of the plan. */
import { planEndpoints } from '../../../contract/plan.ts'
import { readPlanAge } from '../../../planning/history/plan-age.ts'
import { listHistory } from '../../../planning/history/plan-history.ts'
import { readPlanClock } from '../../../planning/reports/plan-clock.ts'
import { RawReply, routesOf } from '../../contract/routes.ts'
import { answerConsequences } from '../proposals/answer-proposal.ts'
import { answerPlanChanges } from './answer-changes.ts'
import { answerComparison } from './answer-comparison.ts'
import { answerAccept, answerOvertime, answerPromise, answerRemedies, answerTrial } from './answer-trial.ts'

export const planRoutes = routesOf(planEndpoints, {
  'GET /api/plan/current/': async ({ context }) => {
    const [age, now] = await Promise.all([readPlanAge(context), readPlanClock(context)])
    return { ...age, now }
  },

  'GET /api/plan/history/': async ({ context }, { query: { limit, cursor } }) => {
    const before = cursor === 0 ? undefined : cursor
    const found = await listHistory(context, { limit: limit + 1, before })
    const plans = found.slice(0, limit)
    return { plans, next: found.length > limit ? (plans.at(-1)?.id ?? null) : null }
  },

  'GET /api/plan/comparison/': (call, { query }) => answerComparison(call, query),

  'GET /api/plan/{plan}/changes/': async (call, { path }) =>
    new RawReply(await answerPlanChanges(call, path.plan)),

  // The processes that keep the plans compute these responses.
  'POST /api/plan/trial/': async (call, { body }) => new RawReply(await answerTrial(call, await body())),
  'POST /api/plan/promise/': async (call, { body }) => new RawReply(await answerPromise(call, await body())),
  'POST /api/plan/remedies/': async (call, { body }) =>
    new RawReply(await answerRemedies(call, await body())),
  'POST /api/plan/overtime/': async (call, { body }) =>
    new RawReply(await answerOvertime(call, await body())),
  'GET /api/proposals/{proposal}/consequences/': async (call, { query }) =>
    new RawReply(await answerConsequences(call, query.mode)),
  'POST /api/plan/accept/': async (call, { body }) => new RawReply(await answerAccept(call, body)),
})
