/** `GET /api/`: returns every entity and plan report with its URL, as JSON or as an HTML page. */
import { requireScenario } from '../../auth/rights/policies.ts'
import { indentJson } from '../../data/read/index.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { reportEntities } from '../../model/reports/reports.ts'
import { type Answer, jsonText, withHeaders } from '../answer.ts'
import { indexPage } from '../browsable/index-page.ts'
import { type Exchange, identify, originOf } from '../exchange.ts'
import { negotiate } from '../negotiation.ts'
import { dataPath, type RequestTarget } from '../request-target.ts'
import { indexHeaders } from './index-parameters.ts'

const methods = ['GET', 'HEAD', 'OPTIONS']

export async function answerIndex(exchange: Exchange, target: RequestTarget): Promise<Answer> {
  const { request, service } = exchange
  exchange.route = '/api/'
  const principal = await identify(exchange)
  requireScenario(principal, target.scenario)
  if (!methods.includes(request.method)) {
    throw new ServiceError(
      'method_not_allowed',
      { method: request.method },
      { headers: { Allow: methods.join(', ') } },
    )
  }
  const { format, contentType, indent } = negotiate({
    query: target.query,
    accept: request.headers.accept,
    records: false,
  })
  const headers = indexHeaders(exchange, target.query)
  if (format === 'api') return withHeaders(await indexPage(exchange, target, principal), headers)
  const { entities } = service.models.current()
  const urls = [...entities, ...reportEntities].map(({ name, app, model }) => [
    name.replace('.', '/'),
    originOf(exchange) + dataPath(target.scenario, app, model),
  ])
  return jsonText(200, indentJson(JSON.stringify(Object.fromEntries(urls)), indent), {
    'content-type': contentType,
    ...headers,
  })
}
