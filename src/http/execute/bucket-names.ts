/**
 * `GET /execute/api/bucketnames/`: returns the names of the next buckets for templates that are not saved yet, as a
 * form shows them while the user types. An invalid template is rejected with the same message as by the task.
 */
import { fits } from '../../settings/schema-check.ts'
import type { taskEndpoints } from '../../contract/tasks.ts'
import { compute, type Computation } from '../../data/threads/computation.ts'
import { wallClock } from '../../data/time-zone.ts'
import { granularities } from '../../planning/time-buckets/granularities.ts'
import { bucketNames, type BucketNamesRequest } from '../../planning/time-buckets/bucket-names.ts'
import { parseArguments } from '../../tasks/arguments.ts'
import { bucketParameters, bucketRequest } from '../../tasks/commands/createbuckets.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'

type Endpoints = typeof taskEndpoints

const computation: Computation<BucketNamesRequest, ReturnType<typeof bucketNames>> = {
  module: import.meta.resolve('../../planning/time-buckets/bucket-names.ts'),
  name: 'bucketNames',
  run: bucketNames,
}
/** Computing time of the buckets of one day, in nanoseconds. */
const perDay = 4_000

/**
 * Returns an object of names by granularity: for the granularities whose templates are given, or for all. Throws
 * `invalid_parameter` with the name of the template.
 */
export const answerBucketNames: TaskEndpointHandler<Endpoints['GET /execute/api/bucketnames/']> = async ({
  query,
  exchange,
}) => {
  const { service } = exchange
  const callable = { help: '', examples: [], parameters: bucketParameters, positional: [] }
  const given = Object.fromEntries(query.filter(([name]) => !ignoredNames.has(name)))
  const args: unknown = parseArguments(callable, given)
  if (!fits(bucketParameters, args)) throw new Error('Parameters were not checked.')
  const request = bucketRequest(service, args)
  const today = wallClock(Date.now(), service.settings.TIME_ZONE).slice(0, 10)
  const templated = granularities.filter(({ name }) => Object.hasOwn(given, `format-${name}`))
  const wanted = (templated.length === 0 ? granularities : templated).map(({ name }) => name)
  const days = (Date.parse(request.end) - Date.parse(request.start)) / 86_400_000
  const cost = Number.isFinite(days) ? days * perDay : 0
  return compute(computation, { request, today, wanted }, { cost, signal: exchange.signal })
}
