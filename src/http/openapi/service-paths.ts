/** Operations of the OpenAPI document for the service itself. */
import { anything, json, mapOf, operationsOf, problems, takes, text } from './schema-words.ts'
import type { Schema } from './schemas.ts'

export const serviceTag = 'service'

const operation = operationsOf(serviceTag)

const get = (
  operationId: string,
  summary: string,
  description: string,
  type: string,
  rest: Schema = {},
): Schema => ({
  get: operation(operationId, summary, {
    ...rest,
    responses: {
      '200': { description, content: { [type]: { schema: schemas[type] ?? { type: 'string' } } } },
    },
  }),
})

const schemas: Readonly<Record<string, Schema>> = { 'application/json': { type: 'object' } }
const everybody: Schema = { security: [] }

export const servicePaths: Readonly<Record<string, Schema>> = {
  '/api/': get('index', 'List every entity with its URL', 'URLs by name of the entity.', 'application/json'),
  '/api/docs/': get('docs', 'Get this document as a page', 'The page.', 'text/html'),
  '/openapi.json': get('openapi', 'Get this document', 'OpenAPI 3.1.', 'application/json'),
  '/mcp': {
    post: operation('mcp', 'The Model Context Protocol, for assistants', {
      description:
        'One JSON-RPC message, answered on its own: there are no sessions and no streams. Needs an API key. What its tools do ' +
        'are requests of this document, within the rights of the key.',
      security: [{ bearer: [] }],
      requestBody: takes(mapOf(anything)),
      responses: {
        '200': {
          description: 'The answer.',
          content: { ...json(mapOf(anything)), 'text/event-stream': { schema: text } },
        },
        '202': { description: 'The notification was accepted.' },
        ...problems('400', '403', '413', '415', '503'),
      },
    }),
  },
  '/livez': get(
    'live',
    'Check whether the process is alive',
    'The process is alive.',
    'application/json',
    everybody,
  ),
  '/readyz': get(
    'ready',
    'Check whether the service is ready',
    'The service is ready, with the checks by name.',
    'application/json',
    everybody,
  ),
  '/metrics': get('metrics', 'Get the metrics for Prometheus', 'The metrics.', 'text/plain', {
    description: 'If the setting METRICS_TOKEN is set, it is required as a bearer token.',
    security: [{}, { bearer: [] }],
  }),
}
