/**
 * Reads the parameters of a scenario for the planner. An invalid value ends the run, because a plan with an
 * unintended start date looks like a correct plan.
 */
import { parseDatetime } from '../../data/datetimes.ts'
import { parameterFault } from '../../data/write/rules/parameters.ts'
import type { Message } from '../../errors/messages.ts'
import {
  momentWords,
  parameterKinds,
  parseAmount,
  parseCount,
  parseQuantity,
} from '../../model/parameters.ts'
import { parseBoolean } from '../../model/values/booleans.ts'
import { closest } from '../../settings/suggestion.ts'
import { day, type Seconds } from '../../planner/time.ts'

export interface PlanParameters {
  /** Start date of the plan. */
  readonly current: Seconds
  /** Time in seconds within which confirmed supply is awaited instead of making more; undefined if not set. */
  readonly autoFence: number | undefined
  /** Whether approved orders may be planned earlier, and later, than they are. */
  readonly moveApprovedEarly: boolean
  readonly moveApprovedLate: boolean
  /** Whether priorities are weights instead of strict ranks. */
  readonly priorityAsWeight: boolean
  /** Quantity-days that a change inside the frozen horizon must save; undefined if not set. */
  readonly stability: number | undefined
  /** Quantity below which nothing is divided; undefined if not set. */
  readonly smallestLot: number | undefined
  /** Maximum number of parts of a divided demand or lot; undefined if not set. */
  readonly maximumParts: number | undefined
  /** Time in seconds between the end of the supply of a demand and its due date. */
  readonly administrativeLeadTime: number
  /** Time in seconds from the start of the plan in which changes of proposals count as churn and have a cost. */
  readonly frozenHorizon: number
  /** Names of planning parameters that this planner does not use. */
  readonly unused: readonly string[]
  /** Names of parameters that have no effect and are similar to known ones, with the name that is probably meant. */
  readonly mistyped: readonly { readonly name: string; readonly meant: string }[]
}

export interface ParameterSource {
  readonly parameters: ReadonlyMap<string, string | null>
  /** Current planning time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: string
  /** IANA time zone of planning time. */
  readonly timeZone: string
  /** Start date that replaces the parameter `currentdate`; it has been validated before. */
  readonly current?: string | undefined
}

const defaults = { administrativeLeadtime: 0, frozenHorizon: 7 } as const

export interface ParameterFault {
  readonly name: string
  /** Describes the error and a valid value. */
  readonly message: Message
}

/** Returns the errors of the parameters that a plan reads. */
export function parameterFaults(
  parameters: ReadonlyMap<string, string | null>,
  current?: string,
): readonly ParameterFault[] {
  return [...parameterKinds.keys()].flatMap((name) => {
    // A start date given with the run replaces the parameter.
    if (name === 'currentdate' && current !== undefined) return []
    const fault = parameterFault(name, parameters.get(name) ?? null)
    return fault === undefined ? [] : [{ name, message: fault }]
  })
}

/** Reads the parameters; for invalid values the default is used. */
export function readPlanParameters({ parameters, now, timeZone, current }: ParameterSource): PlanParameters {
  const given = (name: string): number | undefined => parseAmount(parameters.get(name) ?? '', 'days')
  const days = (name: string, missing: number): number => (given(name) ?? missing) * day
  const isOn = (name: string): boolean => parseBoolean(parameters.get(name) ?? '') ?? false
  const known = [...parameterKinds.keys()]
  const unknown = [...parameters.keys()].filter((name) => !parameterKinds.has(name))
  const fence = given('plan.autoFenceOperations')
  const start = (parameters.get('currentdate') ?? '').trim()
  return {
    current: readCurrent(current ?? (start === '' ? 'now' : start), now, timeZone) ?? secondsOf(now),
    autoFence: fence === undefined ? undefined : fence * day,
    moveApprovedEarly: isOn('plan.move_approved_early'),
    moveApprovedLate: isOn('plan.move_approved_late'),
    priorityAsWeight: isOn('plan.priority_as_weight'),
    stability: parseQuantity(parameters.get('plan.stability') ?? ''),
    smallestLot: parseQuantity(parameters.get('plan.smallestLot') ?? ''),
    maximumParts: parseCount(parameters.get('plan.maximumParts') ?? ''),
    administrativeLeadTime: days('plan.administrativeLeadtime', defaults.administrativeLeadtime),
    frozenHorizon: days('plan.frozenHorizon', defaults.frozenHorizon),
    unused: unknown.filter((name) => name.startsWith('plan.')),
    mistyped: unknown.flatMap((name) => {
      const meant = closest(name, known)
      return meant === undefined ? [] : [{ name, meant }]
    }),
  }
}

const secondsOf = (datetime: string): Seconds => Math.floor(Date.parse(`${datetime}Z`) / 1000)

/** Parses the start date of a plan: a date, `now` or `today`. Returns undefined for other texts. */
export function readCurrent(text: string, now: string, timeZone: string): Seconds | undefined {
  const word = text.trim().toLowerCase()
  if (momentWords.includes(word)) return secondsOf(word === 'now' ? now : `${now.slice(0, 10)}T00:00:00`)
  const datetime = parseDatetime(text.trim(), timeZone)
  return datetime === undefined ? undefined : secondsOf(datetime)
}
