/**
 * What the parameters of a scenario say to the planner. A value that cannot be read ends the run: a plan that starts on
 * another day than was meant looks like a sound one.
 */
import { parseDatetime } from '../../data/datetimes.ts'
import { parameterFault } from '../../data/write/checks/parameters.ts'
import { messageText } from '../../errors/messages.ts'
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
  /** Start of the plan. */
  readonly current: Seconds
  /** Seconds within which confirmed supply is awaited instead of making more; undefined where nothing is said. */
  readonly autoFence: number | undefined
  /** Whether approved orders may be planned sooner, and later, than they are. */
  readonly moveApprovedEarly: boolean
  readonly moveApprovedLate: boolean
  /** Whether priorities are weights rather than strict. */
  readonly priorityAsWeight: boolean
  /** Quantity-days that a change inside the frozen horizon has to save; undefined where nothing is said. */
  readonly stability: number | undefined
  /** Quantity below which nothing is divided; undefined where nothing is said. */
  readonly smallestLot: number | undefined
  /** Parts into which a demand or a lot is divided at most; undefined where nothing is said. */
  readonly maximumParts: number | undefined
  /** Seconds between the end of the supply of a demand and its due date. */
  readonly administrativeLeadTime: number
  /** Seconds from the start of the plan in which changes of proposals are counted as churn, and cost something. */
  readonly frozenHorizon: number
  /** Parameters of planning that this planner does not use. */
  readonly unused: readonly string[]
  /** Parameters that nothing reads and whose names are nearly those of others, which are probably meant. */
  readonly mistyped: readonly { readonly name: string; readonly meant: string }[]
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

const defaults = { administrativeLeadtime: 0, frozenHorizon: 7 } as const

export interface ParameterFault {
  readonly name: string
  /** What is wrong, and what to write instead. */
  readonly text: string
}

/** What is wrong with the parameters that a plan reads; those without a fault are not named. */
export function parameterFaults(
  parameters: ReadonlyMap<string, string | null>,
  current?: string,
): readonly ParameterFault[] {
  return [...parameterKinds.keys()].flatMap((name) => {
    // The start that whoever runs the plan gives takes the place of the parameter.
    if (name === 'currentdate' && current !== undefined) return []
    const fault = parameterFault(name, parameters.get(name) ?? null)
    return fault === undefined ? [] : [{ name, text: messageText(fault) }]
  })
}

/** Reads parameters without faults; of one that has a fault the default is taken. */
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

/** The start of a plan as it is written: a date, `now` or `today`; undefined when it is none of them. */
export function readCurrent(text: string, now: string, timeZone: string): Seconds | undefined {
  const word = text.trim().toLowerCase()
  if (momentWords.includes(word)) return secondsOf(word === 'now' ? now : `${now.slice(0, 10)}T00:00:00`)
  const datetime = parseDatetime(text.trim(), timeZone)
  return datetime === undefined ? undefined : secondsOf(datetime)
}
