/**
 * What the parameters of a scenario say to the planner. A value that cannot be read is told, with what to write instead,
 * and the default takes its place: a plan with a warning serves the morning better than none.
 */
import { parseDatetime } from '../../data/datetimes.ts'
import { day, type Seconds } from '../../planner/time.ts'

export interface PlanParameters {
  /** Start of the plan. */
  readonly current: Seconds
  /** Seconds within which confirmed supply is awaited instead of making more. */
  readonly autoFence: number
  /** Seconds between the end of the supply of a demand and its due date. */
  readonly administrativeLeadTime: number
  /** Seconds from the start of the plan in which changes of proposals are counted as churn. */
  readonly frozenHorizon: number
  /** What could not be read, and what to do about it. */
  readonly faults: readonly string[]
  /** Parameters of planning that this planner does not use. */
  readonly unused: readonly string[]
}

export interface ParameterSource {
  readonly parameters: ReadonlyMap<string, string | null>
  /** Wall clock of planning time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: string
  /** IANA zone of planning time. */
  readonly timeZone: string
  /** Instead of the parameter `currentdate`; it has been read before. */
  readonly current?: string | undefined
}

const defaults = { autoFence: 999, administrativeLeadtime: 0, frozenHorizon: 7, minimumDelay: 3_600 } as const

/** Accepted for models that have them: nothing has to be postponed step by step here. */
const accepted = new Set(['plan.minimumdelay'])

export function readPlanParameters({ parameters, now, timeZone, current }: ParameterSource): PlanParameters {
  const faults: string[] = []
  const used = new Set(['currentdate'])
  const number = (name: string, missing: number, unit: string): number => {
    used.add(name)
    const text = (parameters.get(name) ?? '').trim()
    if (text === '') return missing
    const value = Number(text)
    if (Number.isFinite(value) && value >= 0) return value
    faults.push(
      `Parameter "${name}" is "${text}", which is no number of ${unit}; ${missing} is used. Write a number such as ${missing}, with a point and not below 0.`,
    )
    return missing
  }
  const days = (name: string, missing: number): number => number(name, missing, 'days') * day
  const given = (parameters.get('currentdate') ?? '').trim()
  const wanted = current ?? (given === '' ? 'now' : given)
  const moment = readCurrent(wanted, now, timeZone)
  if (moment === undefined) {
    faults.push(
      `Parameter "currentdate" is "${wanted}", which is no date; the plan starts now. Write "now", "today" or a date such as ${now.slice(0, 10)}.`,
    )
  }
  number('plan.minimumdelay', defaults.minimumDelay, 'seconds')
  return {
    current: moment ?? secondsOf(now),
    autoFence: days('plan.autoFenceOperations', defaults.autoFence),
    administrativeLeadTime: days('plan.administrativeLeadtime', defaults.administrativeLeadtime),
    frozenHorizon: days('plan.frozenHorizon', defaults.frozenHorizon),
    faults,
    unused: [...parameters.keys()].filter(
      (name) => name.startsWith('plan.') && !used.has(name) && !accepted.has(name),
    ),
  }
}

const secondsOf = (datetime: string): Seconds => Math.floor(Date.parse(`${datetime}Z`) / 1000)

/** The start of a plan as it is written: a date, `now` or `today`; undefined when it is none of them. */
export function readCurrent(text: string, now: string, timeZone: string): Seconds | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'now') return secondsOf(now)
  if (word === 'today') return secondsOf(`${now.slice(0, 10)}T00:00:00`)
  const datetime = parseDatetime(text.trim(), timeZone)
  return datetime === undefined ? undefined : secondsOf(datetime)
}
