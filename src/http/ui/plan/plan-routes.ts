/** Handlers of the endpoints that ask the live plan. The processes that keep the plans compute the responses. */
import { planEndpoints } from '../../../contract/plan.ts'
import { RawReply, routesOf } from '../../contract/routes.ts'
import { answerConsequences } from '../proposals/answer-proposal.ts'
import {
  answerAccept,
  answerOvertime,
  answerPromise,
  answerRemedies,
  answerTrial,
  answerTrialAgain,
} from './answer-trial.ts'

export const planRoutes = routesOf(planEndpoints, {
  'POST /api/plan/trial/': async (call, { body }) => new RawReply(await answerTrial(call, await body())),
  'GET /api/plan/trial/': async (call, { query }) => new RawReply(await answerTrialAgain(call, query.token)),
  'POST /api/plan/promise/': async (call, { body }) => new RawReply(await answerPromise(call, await body())),
  'POST /api/plan/remedies/': async (call, { body }) =>
    new RawReply(await answerRemedies(call, await body())),
  'POST /api/plan/overtime/': async (call, { body }) =>
    new RawReply(await answerOvertime(call, await body())),
  'GET /api/proposals/{proposal}/consequences/': async (call, { query }) =>
    new RawReply(await answerConsequences(call, query.mode)),
  'POST /api/plan/accept/': async (call, { body }) => new RawReply(await answerAccept(call, body)),
})
