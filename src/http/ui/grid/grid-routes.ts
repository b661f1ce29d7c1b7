/** Handlers of the endpoints of lists of records. */
import { gridEndpoints } from '../../../contract/grid.ts'
import { routesOf } from '../../contract/routes.ts'
import { answerMentions } from '../inbox/answer-mentions.ts'
import { answerAggregate } from './answer-aggregate.ts'
import { answerBatch } from './answer-batch.ts'
import { answerDates } from './answer-dates.ts'
import { answerLookup } from './answer-lookup.ts'
import { answerDistinct, answerPosition } from './list-questions.ts'

export const gridRoutes = routesOf(gridEndpoints, {
  'GET /api/mentions/{app}/{entity}/': answerMentions,
  'GET /api/lookup/{app}/{entity}/': answerLookup,
  'GET /api/distinct/{app}/{entity}/': answerDistinct,
  'GET /api/aggregate/{app}/{entity}/': answerAggregate,
  'GET /api/position/{app}/{entity}/': answerPosition,
  'POST /api/orderdates/{app}/{entity}/': answerDates,
  'POST /api/batch/{app}/{entity}/': answerBatch,
})
