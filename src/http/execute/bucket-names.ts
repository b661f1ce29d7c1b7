/**
 * `GET /execute/api/bucketnames/`: returns the names of the next buckets for templates that are not saved yet, as a
 * form shows them while the user types. An invalid template is rejected with the same message as by the task.
 */
import { fits } from '../../settings/schema-check.ts'
import type { taskEndpoints } from '../../contract/tasks.ts'
import { wallClock } from '../../data/time-zone.ts'
import { granularities } from '../../planning/time-buckets/granularities.ts'
import { computeBucketNames } from '../../planning/time-buckets/compute-bucket-names.ts'
import { parseArguments } from '../../tasks/arguments.ts'
import { bucketParameters, bucketRequest } from '../../tasks/commands/createbuckets.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'
import { requestArguments } from './launch.ts'

type Endpoints = typeof taskEndpoints

/**
 * Returns an object of names by granularity: for the granularities whose templates are given, or for all. Throws
 * `invalid_parameter` with the name of the template.
 */
export const answerBucketNames: TaskEndpointHandler<Endpoints['GET /execute/api/bucketnames/']> = async ({
  query,
  exchange,
}) => {
  const { service } = exchange
  const callable = { help: '', examples: [], parameters: bucketParameters, positional: [], secrets: [] }
  const given = requestArguments(callable, query)
  const args: unknown = parseArguments(callable, given)
  if (!fits(bucketParameters, args)) throw new Error('Parameters were not checked.')
  const request = bucketRequest(service, args)
  const today = wallClock(Date.now(), service.settings.TIME_ZONE).slice(0, 10)
  const templated = granularities.filter(({ name }) => Object.hasOwn(given, `format-${name}`))
  const wanted = (templated.length === 0 ? granularities : templated).map(({ name }) => name)
  return computeBucketNames({ request, today, wanted }, exchange.signal)
}
