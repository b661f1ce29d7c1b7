/** The tool that reads events after a cursor, and optionally waits for the next ones. */
import { historyEndpoints } from '../../contract/history.ts'
import { contractPaths } from '../openapi/contract-paths.ts'
import type { Asker } from './asker.ts'
import {
  asSchema,
  inputOf,
  operationTool,
  scenarioPrefix,
  type Tool,
  type ToolArguments,
  withParameters,
} from './tool.ts'

const standardLimit = 100
const longestWaitSeconds = 30
/** Timeout for reading existing events, in milliseconds. */
const readMs = 60_000

const operation = operationTool(contractPaths(historyEndpoints), {
  name: 'read_events',
  title: 'Read events',
  needs: 'read',
  method: 'GET',
  path: '/api/events/',
  without: ['follow', 'records', 'scenario'],
  note: 'Follow them by asking again with the cursor of the answer, and let wait hold the answer back until something happens.',
})

/** Returns events until the limit is reached or the waiting time is over. */
async function readEvents(asker: Asker, args: ToolArguments): Promise<unknown> {
  const { since, kinds, entity } = args
  const limit = Number(args['limit'] ?? standardLimit)
  const wait = Number(args['wait'] ?? 0)
  const follow = wait > 0
  const path = withParameters(`${scenarioPrefix(args)}/api/events/`, { since, kinds, entity, follow })
  const enough = new AbortController()
  const until = AbortSignal.any([enough.signal, AbortSignal.timeout(follow ? wait * 1000 : readMs)])
  const events: unknown[] = []
  let cursor: unknown = since ?? null
  for await (const line of asker.lines({ method: 'GET', path, accept: 'application/x-ndjson' }, until)) {
    const event = asSchema(JSON.parse(line))
    cursor = event['cursor']
    if (event['kind'] !== 'cursor') events.push(event)
    // An event with only a cursor means that all existing events have been read.
    if (events.length >= limit || (events.length > 0 && event['kind'] === 'cursor')) break
  }
  enough.abort()
  return { cursor, events, more: events.length >= limit }
}

export const eventTools: readonly Tool[] = [
  {
    ...operation,
    input: inputOf({
      ...asSchema(operation.input['properties']),
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        default: standardLimit,
        description: 'Events at most.',
      },
      wait: {
        type: 'integer',
        minimum: 0,
        maximum: longestWaitSeconds,
        default: 0,
        description: 'Seconds to wait for an event where there is none yet.',
      },
    }),
    run: readEvents,
  },
]
