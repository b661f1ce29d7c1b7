/** The route for all remaining paths: the data API of every scenario, and 404 for unknown paths. */
import { ServiceError } from '../../errors/service-error.ts'
import type { Answer } from '../answer.ts'
import { answerData } from '../data/data-api.ts'
import type { Exchange } from '../exchange.ts'
import { errorAfterReplacement } from '../../scenarios/replaced-data.ts'
import { parseRequestTarget, type RequestTarget } from '../request-target.ts'
import { answerWord } from '../ui/word-router.ts'
import { wordRoutes } from '../ui/word-routes.ts'
import { answerIndex } from './index-page.ts'
import type { Route } from './route.ts'

const byKind: Readonly<
  Record<RequestTarget['kind'], (exchange: Exchange, target: RequestTarget) => Promise<Answer>>
> = {
  index: answerIndex,
  list: answerData,
  detail: answerData,
  other: async (exchange, target) => {
    if (target.path[0] === 'api') return answerWord(wordRoutes, exchange, target)
    throw new ServiceError('not_found')
  },
}

export const dispatchRoute: Route = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  path: '*',
  access: 'entity',
  // The routes below `/api/` in the path have their own limits.
  body: 'bulk',
  handler: async (exchange) => {
    // The URL as it was sent, because the URL of the router has decoded characters.
    const target = parseRequestTarget(exchange.request.raw.url ?? '/')
    try {
      return await byKind[target.kind](exchange, target)
    } catch (error) {
      throw await errorAfterReplacement(exchange.service.control, error)
    }
  },
}
