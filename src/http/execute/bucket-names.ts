/**
 * `GET /execute/api/bucketnames/`: what the next buckets would be called by templates that are not used yet, as a form
 * shows it while somebody types. A template that the task would refuse is refused here with the same words.
 */
import { Value } from 'typebox/value'
import { wallClock } from '../../data/time-zone.ts'
import { granularities } from '../../planning/time-buckets/granularities.ts'
import { makeBuckets } from '../../planning/time-buckets/make-buckets.ts'
import { parseArguments } from '../../tasks/arguments.ts'
import { bucketParameters, bucketRequest } from '../../tasks/commands/createbuckets.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { ignoredNames } from './launch.ts'
import type { TaskCall } from './task-call.ts'

/** Buckets that are named, from the one of today on. */
const named = 6

/**
 * An object of names by granularity: of the granularities whose templates are given, or of all. Throws
 * `invalid_parameter` naming the template.
 */
export async function answerBucketNames({ query, exchange }: TaskCall): Promise<Answer> {
  const { service } = exchange
  const callable = { help: '', examples: [], parameters: bucketParameters, positional: [] }
  const given = Object.fromEntries(query.filter(([name]) => !ignoredNames.has(name)))
  const args: unknown = parseArguments(callable, given)
  if (!Value.Check(bucketParameters, args)) throw new Error('Parameters were not checked.')
  const request = bucketRequest(service, args)
  const today = wallClock(Date.now(), service.settings.TIME_ZONE).slice(0, 10)
  const wanted = granularities.filter(({ name }) => Object.hasOwn(given, `format-${name}`))
  const buckets = makeBuckets(request)
  return jsonAnswer(
    200,
    Object.fromEntries(
      (wanted.length === 0 ? granularities : wanted).map(({ name }) => {
        const own = buckets.filter(({ granularity }) => granularity === name)
        const ahead = own.filter(({ end }) => end > today)
        // A horizon that is over is named from its beginning.
        return [name, (ahead.length === 0 ? own : ahead).slice(0, named).map((bucket) => bucket.name)]
      }),
    ),
  )
}
