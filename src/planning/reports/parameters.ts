/** Parameters of plan reports in addition to those of every list: their declarations and their parsing. */
import { codecFor, isInvalid } from '../../data/codecs.ts'
import type { DataContext } from '../../data/context.ts'
import type { Message } from '../../errors/messages.ts'
import { invalidParameters } from '../../errors/parameter-errors.ts'
import { defineField } from '../../model/field.ts'
import { requireEntity } from '../../model/model.ts'
import { plannableDates } from '../../model/values/dates.ts'
import { relationOf } from '../../data/relation.ts'
import { defaultGranularity } from './report.ts'

export interface ReportParameter {
  readonly name: string
  readonly help: string
  /** `bucket` is a granularity, `scenario` the name of another scenario, `names` a comma-separated list. */
  readonly type: 'text' | 'bucket' | 'datetime' | 'integer' | 'choice' | 'scenario' | 'names'
  /** Allowed values of a choice or of a list of names. */
  readonly choices?: readonly string[]
  /** Maximum of an integer; the minimum is 1. */
  readonly maximum?: number
  readonly default?: string
  /** Name of a group of parameters; at least one parameter of the group is required. */
  readonly oneOf?: string
}

export const spanParameters: readonly ReportParameter[] = [
  {
    name: 'bucket',
    type: 'bucket',
    help: `Granularity, such as day, week or month; by default ${defaultGranularity}.`,
  },
  { name: 'start', type: 'datetime', help: 'First moment; by default the current date of the plan.' },
  { name: 'end', type: 'datetime', help: 'Moment at which it ends; by default a year after its start.' },
]

export const onlyParameter: ReportParameter = {
  name: 'only',
  type: 'choice',
  choices: ['exceptions'],
  help: 'exceptions: only keys with stock below the safety stock, load above the capacity, or backlog, in a bucket of the horizon.',
}

export const compareParameter: ReportParameter = {
  name: 'compare',
  type: 'scenario',
  help: 'Another scenario, whose figures are given out beside, as compared_<figure>.',
}

/** Arguments by parameter name, in the format of the database; parameters without a value are missing. */
export type ReportArguments = ReadonlyMap<string, string>

/**
 * Parses the arguments from the parameters of a query. The last value of a repeated parameter counts; an empty value
 * counts as not given. Throws `invalid_parameter` with messages by parameter.
 */
export async function readArguments(
  context: DataContext,
  parameters: readonly ReportParameter[],
  query: Iterable<readonly [string, string]>,
): Promise<ReportArguments> {
  const given = new Map([...query].filter(([, value]) => value.trim() !== ''))
  const found = new Map<string, string>()
  const faults = new Map<string, readonly Message[]>()
  for (const parameter of parameters) {
    const { name } = parameter
    const text = given.get(name) ?? parameter.default
    if (parameter.type === 'bucket') {
      const bucket = await granularity(context, text)
      if (typeof bucket === 'string') found.set(name, bucket)
      else if (bucket !== undefined) faults.set(name, [bucket])
    } else if (text !== undefined) {
      const value = readValue(context, parameter, text)
      if (typeof value === 'string') found.set(name, value)
      else faults.set(name, [value])
    }
  }
  const [start, end] = [found.get('start'), found.get('end')]
  if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start)) {
    faults.set('end', [{ code: 'not_after', params: { other: 'start' } }])
  }
  for (const [group, members] of Map.groupBy(parameters, ({ oneOf }) => oneOf)) {
    const names = members.map(({ name }) => name)
    if (group === undefined || faults.size > 0 || names.some((name) => found.has(name))) continue
    faults.set(names[0]!, [{ code: 'one_parameter_needed', params: { names: names.join(', ') } }])
  }
  if (faults.size > 0) throw invalidParameters(faults)
  return found
}

const moment = defineField('moment', 'datetime', { help: '' })

const shown = (text: string): string => text.slice(0, 100)
const notOneOf = (value: string, known: readonly string[]): Message => ({
  code: 'not_one_of',
  params: { value: shown(value), known: known.join(', ') },
})

function readValue(
  { model, timeZone }: DataContext,
  { type, choices = [], maximum = Number.MAX_SAFE_INTEGER }: ReportParameter,
  text: string,
): string | Message {
  if (type === 'datetime') {
    const value = codecFor(model, moment).parse(text, { timeZone })
    if (isInvalid(value)) return value.message
    const { from, before } = plannableDates
    const date = String(value)
    // A period may end with the last date that can be planned.
    return date >= from && date.slice(0, 10) <= before
      ? date
      : { code: 'not_plannable_date', params: plannableDates }
  }
  if (type === 'integer') {
    if (!/^\d{1,9}$/.test(text)) return { code: 'invalid_integer' }
    const number = Number(text)
    return number >= 1 && number <= maximum ? text : { code: 'out_of_range', params: { value: text } }
  }
  if (type === 'choice') return choices.includes(text) ? text : notOneOf(text, choices)
  if (type === 'names') {
    const names = text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
    const unknown = names.find((name) => !choices.includes(name))
    return unknown === undefined ? names.join(',') : notOneOf(unknown, choices)
  }
  return text.includes('\0') ? { code: 'nul_character' } : text
}

/**
 * Returns the granularity: the given one, otherwise weeks, or the finest one if there are no weeks. Returns undefined
 * if there are no buckets and none are requested: a plan report is empty then.
 */
async function granularity(
  context: DataContext,
  name: string | undefined,
): Promise<string | Message | undefined> {
  const { model, home } = context
  const { rows } = await home.query<{ name: string }>({
    text: `SELECT "name" FROM ${relationOf(context, requireEntity(model, 'common.bucket'))} AS b ORDER BY "level" DESC, "name"`,
  })
  const known = rows.map((row) => row.name)
  if (known.includes(name ?? defaultGranularity)) return name ?? defaultGranularity
  if (name === undefined) return known[0]
  return known.length === 0 ? { code: 'no_buckets' } : notOneOf(name, known)
}
