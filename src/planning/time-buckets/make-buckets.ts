/**
 * Makes the buckets of a horizon: every bucket that overlaps it, in full length, with a name that is unique in its
 * granularity. Pure functions; invalid input is rejected here, before anything is stored.
 */
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { parseDate } from '../../model/values/dates.ts'
import { calendarDay, dateText, dayNumber, parseDay } from './calendar-days.ts'
import { calendarNames, type CalendarNames } from './calendar-names.ts'
import { type Granularity, type GranularityName, granularities } from './granularities.ts'
import { renderTemplate, templateCodes, unknownCode } from './template.ts'

export type BucketTemplates = Readonly<Record<GranularityName, string>>

export interface BucketRequest {
  /** First and last day of the horizon as `YYYY-MM-DD`, both inclusive. */
  readonly start: string
  readonly end: string
  /** First weekday of a week: 0 = Sunday, 6 = Saturday. */
  readonly weekStart: number
  readonly templates: BucketTemplates
  /** Language of the names of weekdays and months. */
  readonly language: string
}

export interface TimeBucket {
  readonly granularity: GranularityName
  readonly name: string
  /** First day of the bucket, and first day of the next bucket, as `YYYY-MM-DD`. */
  readonly start: string
  readonly end: string
}

/** Range of years of a horizon; other years are input errors. */
const years = { first: 1900, last: 2999 } as const

/** Maximum length of a horizon; longer ones are input errors. Years without century are unique in it. */
const longestYears = 100

/** Returns the horizon from two years before a day to eight years after it. */
export function defaultHorizon(today: string): Pick<BucketRequest, 'start' | 'end'> {
  return { start: yearsFrom(today, -2), end: yearsFrom(today, 8) }
}

/** Adds years to a date. February 29 becomes February 28 in other years than leap years. */
function yearsFrom(date: string, count: number): string {
  const { year, month, day } = calendarDay(parseDay(date))
  const lastOfMonth = dayNumber(year + count, month + 1, 1) - 1
  return dateText(Math.min(dayNumber(year + count, month, day), lastOfMonth))
}

/**
 * Returns the buckets, coarse granularities first, each in the order of time.
 * @throws ServiceError `invalid_parameter` with the parameter of the command and an example
 */
export function makeBuckets(request: BucketRequest): readonly TimeBucket[] {
  const start = horizonDay('start', request.start)
  const end = horizonDay('end', request.end)
  if (end < start)
    throw invalidParameter('end', {
      code: 'before_start',
      params: { end: request.end, start: request.start },
    })
  if (end >= parseDay(yearsFrom(request.start, longestYears)))
    throw invalidParameter('end', {
      code: 'horizon_too_long',
      params: { end: request.end, start: request.start, years: longestYears },
    })
  checkWeekStart(request.weekStart)
  for (const { name } of granularities) checkTemplate(name, request.templates[name])
  const names = calendarNames(request.language)
  return granularities.flatMap((granularity) => bucketsOf(granularity, { start, end }, request, names))
}

function horizonDay(parameter: string, text: string): number {
  const date = parseDate(text)
  const year = Number(date?.slice(0, 4))
  if (date !== undefined && year >= years.first && year <= years.last) return parseDay(date)
  throw invalidParameter(parameter, { code: 'no_date_in_years', params: { value: text, ...years } })
}

function checkWeekStart(weekStart: number): void {
  if (Number.isInteger(weekStart) && weekStart >= 0 && weekStart <= 6) return
  throw invalidParameter('weekstart', { code: 'no_weekday', params: { value: weekStart } })
}

function checkTemplate(granularity: GranularityName, template: string): void {
  const code = unknownCode(template)
  if (code === undefined) return
  throw invalidParameter(`format-${granularity}`, {
    code: 'template_code_unknown',
    params: { template, code, codes: templateCodes.join(' ') },
  })
}

function bucketsOf(
  granularity: Granularity,
  horizon: { readonly start: number; readonly end: number },
  { weekStart, templates }: BucketRequest,
  names: CalendarNames,
): readonly TimeBucket[] {
  const template = templates[granularity.name]
  const buckets: TimeBucket[] = []
  const startByName = new Map<string, string>()
  let start = granularity.startOf(horizon.start, weekStart)
  while (start <= horizon.end) {
    const next = granularity.nextStart(start)
    const name = renderTemplate(template, granularity.namingDays(start, template), names)
    const bucket = { granularity: granularity.name, name, start: dateText(start), end: dateText(next) }
    rejectUnfit(granularity, template, bucket, startByName.get(name))
    startByName.set(name, bucket.start)
    buckets.push(bucket)
    start = next
  }
  return buckets
}

function rejectUnfit(
  { requiredCodes }: Granularity,
  template: string,
  { granularity, name, start }: TimeBucket,
  earlier: string | undefined,
): void {
  const parameter = `format-${granularity}`
  const bucket = { code: `granularity_${granularity}` } as const
  if (name === '')
    throw invalidParameter(parameter, { code: 'template_without_name', params: { template, bucket, start } })
  if (earlier === undefined) return
  throw invalidParameter(parameter, {
    code: 'template_same_name',
    params: { template, bucket, earlier, start, name, codes: requiredCodes },
  })
}
