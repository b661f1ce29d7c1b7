/** Fills the tables of buckets and bucket dates for a horizon. */
import { type Static, type TString, Type } from '../../contract/type.ts'
import { joinSentences, type Message } from '../../errors/messages.ts'
import { countsInDigits } from '../../files/import/describe-outcome.ts'
import { wallClock } from '../../data/time-zone.ts'
import { checkBuckets } from '../../planning/time-buckets/compute-bucket-names.ts'
import { type GranularityName, granularities } from '../../planning/time-buckets/granularities.ts'
import {
  type BucketRequest,
  defaultHorizon,
  makeBuckets,
  type TimeBucket,
} from '../../planning/time-buckets/make-buckets.ts'
import { writeBuckets } from '../../planning/time-buckets/write-buckets.ts'
import type { Service } from '../../service/service.ts'
import { defineTask } from '../definition.ts'

const defaultTemplates = new Map(granularities.map(({ name, defaultTemplate }) => [name, defaultTemplate]))

const template = (granularity: GranularityName): TString =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    default: defaultTemplates.get(granularity) ?? '',
    title: `Names of ${granularity}s`,
    description: `Template for the name of a ${granularity}.`,
  })

const day = (title: string, hint: string, description: string): TString =>
  Type.String({ format: 'date', title, 'x-hint': hint, description })

/** Parameters of the task; the preview of bucket names takes the same ones. */
export const bucketParameters = Type.Object(
  {
    start: Type.Optional(
      day(
        'First day',
        'Default: two years ago.',
        'First day of the horizon, YYYY-MM-DD. Default: two years ago.',
      ),
    ),
    end: Type.Optional(
      day(
        'Last day',
        'Default: eight years ahead.',
        'Last day of the horizon, YYYY-MM-DD. Default: eight years ahead.',
      ),
    ),
    weekstart: Type.Integer({
      minimum: 0,
      maximum: 6,
      default: 1,
      title: 'First day of the week',
      'x-hint': 'Day on which weeks begin.',
      'x-labels': {
        0: 'Sunday',
        1: 'Monday',
        2: 'Tuesday',
        3: 'Wednesday',
        4: 'Thursday',
        5: 'Friday',
        6: 'Saturday',
      },
      description: 'First day of the week, from 0 = Sunday to 6 = Saturday.',
    }),
    'format-day': template('day'),
    'format-week': template('week'),
    'format-month': template('month'),
    'format-quarter': template('quarter'),
    'format-year': template('year'),
    dryrun: Type.Boolean({
      default: false,
      title: 'Only check',
      description: 'Validate and count, store nothing.',
    }),
  },
  { additionalProperties: false },
)

export const createbuckets = defineTask({
  about:
    'Generates years, quarters, months, weeks and days for reports and replaces the existing ones. Templates with codes set their names: %Y %y year, %q quarter, %m month, %B %b its name, %V %W %U week, %d day, %j day of the year, %A %a weekday.',
  help: `Generates all buckets of the granularities year, quarter, month, week and day that overlap the horizon, in full.
They replace the existing buckets of these granularities; granularities with other names stay as they are.

Templates can contain any characters and these codes: %a %A weekday, %w its number, %d day, %b %B month, %m its number,
%q quarter, %y %Y year, %j day of the year, %W week counted from Mondays, %U from Sundays, %V as in ISO 8601,
%% a percent sign. A week is named after its Monday, and with %V after its Thursday. Names must be
unique within a granularity; otherwise nothing is changed and the error shows an example.`,
  examples: [
    ['planctl createbuckets', 'from two years ago to eight years ahead'],
    [
      'planctl createbuckets --start=2026-01-01 --end=2028-12-31 --weekstart=0',
      'weeks from Sunday to Saturday',
    ],
    ['planctl createbuckets --format-week="%Y W%V" --format-month="%Y-%m"', 'ISO weeks and numbered months'],
    ['planctl createbuckets --dryrun', 'only report what would change'],
  ],
  parameters: bucketParameters,
  positional: [],
  right: 'execute.run_createbuckets',
  secrets: [],
  // Rejects an invalid horizon or template already at launch.
  authorize: async ({ service }, args) => {
    await checkBuckets(bucketRequest(service, args))
  },
  run: async ({ service, scenario, actor, signal, progress, log }, args) => {
    const request = bucketRequest(service, args)
    const buckets = makeBuckets(request)
    for (const line of summary(buckets)) log(line)
    progress(0.2, `Storing ${buckets.length} buckets`)
    const { created, updated, unchanged, deleted } = await writeBuckets(
      service.dataContext({ scenario, actor, signal }),
      buckets,
      { dryRun: args.dryrun },
    )
    const counts = countsInDigits({ created, updated, unchanged, deleted })
    const made: Message = { code: 'buckets_made', params: { start: request.start, end: request.end, counts } }
    return args.dryrun ? joinSentences({ code: 'nothing_stored' }, made) : made
  },
})

/** Returns the request for the buckets that the task would create, including its defaults. */
export function bucketRequest({ settings }: Service, args: Static<typeof bucketParameters>): BucketRequest {
  const horizon = defaultHorizon(wallClock(Date.now(), settings.TIME_ZONE).slice(0, 10))
  return {
    start: args.start ?? horizon.start,
    end: args.end ?? horizon.end,
    weekStart: args.weekstart,
    templates: {
      day: args['format-day'],
      week: args['format-week'],
      month: args['format-month'],
      quarter: args['format-quarter'],
      year: args['format-year'],
    },
    language: settings.LANGUAGE_CODE,
  }
}

/** Returns one line per granularity: the number of buckets and the names of the first and the last one. */
function summary(buckets: readonly TimeBucket[]): readonly string[] {
  return [...Map.groupBy(buckets, ({ granularity }) => granularity)].map(([granularity, made]) => {
    const [first, last] = [made[0]!, made.at(-1)!]
    return `${granularity}: ${made.length} buckets, from "${first.name}" (${first.start}) to "${last.name}" (until ${last.end})`
  })
}
