/** Endpoints of the service itself. */
import { answers, answersIn, defineEndpoints } from './endpoint.ts'
import { indexResponseHeaders } from './ignored-names.ts'
import { mapOf, object, oneOf, record, text } from './schemas.ts'
import { serviceTag as tag } from './tags.ts'

const access = { everybody: true } as const
const readiness = object({ status: oneOf(['ok', 'degraded', 'unavailable']), checks: mapOf(text) })

export const serviceEndpoints = defineEndpoints({
  'GET /api/': {
    id: 'index',
    tag,
    summary: 'List every entity with its URL',
    answers: {
      200: {
        ...answers('URLs by name of the entity.', mapOf(text), 'text/html'),
        headers: indexResponseHeaders,
      },
    },
    headers: ['prefer'],
    errors: ['406'],
  },
  'GET /api/docs/': {
    id: 'docs',
    tag,
    summary: 'Get this document as a page',
    // Parameters are those of bookmarks and of links from other programs.
    takesForeignParameters: true,
    answers: { 200: answersIn('text/html', 'The page.') },
  },
  'GET /openapi.json': {
    id: 'openapi',
    tag,
    summary: 'Get this document',
    answers: {
      200: { ...answers('OpenAPI 3.1.', record), headers: indexResponseHeaders },
      304: { description: 'The document has not changed.' },
    },
    headers: ['prefer'],
  },
  // Monitoring programs add parameters of their own, for example against caches: a probe must not fail because of them.
  'GET /livez': {
    id: 'live',
    tag,
    summary: 'Check whether the process is alive',
    access,
    takesForeignParameters: true,
    answers: { 200: answers('The process is alive.', object({ status: text })) },
  },
  'GET /readyz': {
    id: 'ready',
    tag,
    summary: 'Check whether the service is ready',
    access,
    takesForeignParameters: true,
    answers: {
      200: answers('The service is ready, with the checks by name.', readiness),
      503: answers('The service is not ready.', readiness),
    },
  },
  'GET /metrics': {
    id: 'metrics',
    tag,
    summary: 'Get the metrics for Prometheus',
    description: 'If the setting METRICS_TOKEN is set, it is required as a bearer token.',
    access: { token: true },
    takesForeignParameters: true,
    answers: { 200: answersIn('text/plain', 'The metrics.') },
  },
  'POST /mcp': {
    id: 'mcp',
    tag,
    summary: 'Call the Model Context Protocol, for assistants',
    description:
      'One JSON-RPC message with its response: there are no sessions and no streams. Needs an API key. The tools send ' +
      'requests of this document, within the rights of the key.',
    access: { key: true },
    // Assistants add parameters to the address that they are given, such as the name of a profile.
    takesForeignParameters: true,
    body: record,
    answers: {
      200: answers('The response.', record, 'text/event-stream'),
      202: { description: 'The notification was accepted.' },
      400: answers('The message is not valid.', record),
      404: answers('There is no such method.', record),
    },
  },
})
