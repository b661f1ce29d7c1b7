/**
 * Runs a plan: loads the scenario, plans it and stores the plan. Others can write at the same time; the plan uses the
 * data of the time of loading. If records that the plan refers to are deleted meanwhile, the plan is made again.
 */
import type { DataContext } from '../../data/context.ts'
import { joinSentences } from '../../errors/messages.ts'
import { errorText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Constraints, PlannerInput } from '../../planner/input.ts'
import { mostPreviousImproved, mostPreviousOf } from '../../planner/previous/most-previous.ts'
import { analyzePlanInSteps } from '../../planner/result/plan-result.ts'
import type { Seconds } from '../../planner/time.ts'
import { inSpan } from '../../tracing/tracing.ts'
import { storeExceptions } from '../exceptions/store-exceptions.ts'
import { datetimeText } from '../live/present-trial.ts'
import { loadScenario } from '../load/load-scenario.ts'
import { parameterFaults, readPlanParameters } from '../parameters/plan-parameters.ts'
import { PlanOutdated } from '../store/outdated.ts'
import { storePlan, type StoredPlan } from '../store/store-plan.ts'
import { comparisonTexts } from './comparison-text.ts'
import { dateText, movedOrdersText, overtakenText } from './moved-orders.ts'
import { improvementText } from './improvement-text.ts'
import { inTurns } from './in-turns.ts'
import { checkMemory, memoryFor, planSize } from './plan-memory.ts'
import { searchesOf } from './search-threads.ts'
import { solveInTurns } from './solve-in-turns.ts'

export interface PlanRequest {
  readonly plantype: 1 | 2
  readonly constraints: Constraints
  /** Start date of the plan; replaces the parameter `currentdate`. */
  readonly current?: string | undefined
  /** Seconds to improve the plan after it is made; 0 by default. */
  readonly budget?: number
  /** Number of changes to try when improving, instead of seconds: gives the same plan on every machine. */
  readonly budgetSteps?: number
  /** Current planning time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: string
}

export interface PlanReporting {
  readonly progress: (fraction: number, what: string) => void
  readonly log: (message: string, level?: 'info' | 'warning') => void
  /** Called with the megabytes that the plan needs, before it is made. */
  readonly onMemory?: (megabytes: number) => Promise<void>
}

/** Duration of each part, in milliseconds. */
export interface PlanTimes {
  readonly load: number
  readonly solve: number
  readonly store: number
}

export interface PlanOutcome extends StoredPlan {
  readonly current: Seconds
  readonly demands: number
  readonly incomplete: number
  /** Number of demands that are not planned because of their status. */
  readonly settled: number
  readonly times: PlanTimes
}

/** Maximum number of times that a plan is made before the run fails because of concurrent deletions. */
const attempts = 3

/** Fractions of the progress bar at which loading and planning end. */
const [loaded, solved] = [0.15, 0.7]

/**
 * Runs a plan. Aborting the signal of the context cancels it. Throws `command_failed` if records that the plan refers
 * to are deleted repeatedly.
 */
export async function runPlan(
  context: DataContext,
  request: PlanRequest,
  reporting: PlanReporting,
): Promise<PlanOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await planOnce(context, request, reporting)
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
      if (attempt === attempts) {
        const params = { attempts, reason: errorText(error) }
        throw new ServiceError(
          'command_failed',
          { reason: { code: 'plan_overtaken', params } },
          { cause: error },
        )
      }
      reporting.log(
        `While the plan was made, others changed the data (${error.message}): it is made again.`,
        'warning',
      )
    }
  }
}

async function planOnce(
  context: DataContext,
  { plantype, constraints, budget = 0, budgetSteps = 0, current: wanted, now }: PlanRequest,
  { progress, log, onMemory }: PlanReporting,
): Promise<PlanOutcome> {
  const begun = performance.now()
  progress(0, 'Loading')
  const improving = budget > 0 || budgetSteps > 0
  const mostPrevious = mostPreviousOf({ plantype, constraints }, improving)
  const { tables, incomplete, settled, bucketStarts, parameters, basis } = await inSpan(
    { name: 'load plan' },
    () =>
      loadScenario(context, {
        mostPrevious,
        onProgress: (fraction) => progress(fraction * loaded, 'Loading'),
      }),
  )
  const [first, ...others] = parameterFaults(parameters, wanted)
  if (first !== undefined) {
    const reason = joinSentences(first.message, ...others.map(({ message }) => message))
    throw new ServiceError('command_failed', { reason })
  }
  const settings = readPlanParameters({ parameters, now, timeZone: context.timeZone, current: wanted })
  if (settings.unused.length > 0)
    log(`Parameters that this planner does not use: ${settings.unused.join(', ')}.`)
  for (const { name, meant } of settings.mistyped)
    log(`The parameter "${name}" has no effect. Maybe "${meant}" is meant.`, 'warning')
  for (const { description } of incomplete.slice(0, maxReported)) log(description, 'warning')
  if (incomplete.length > maxReported) {
    log(
      `${incomplete.length - maxReported} more demands cannot be planned; the problems of the plan name them.`,
      'warning',
    )
  }
  const { unused: _unused, mistyped: _mistyped, ...given } = settings
  const { current, frozenHorizon } = given
  const input: PlannerInput = {
    ...tables,
    settings: { ...given, plantype, constraints, deliveryDuration: 0 },
  }
  log(
    `Loaded ${count(input.demands.length, 'demand')}, ${count(input.operations.length, 'operation')}, ${count(input.buffers.length, 'buffer')} and ${count(input.orders.length, 'order')} that stay. The plan starts on ${dateText(current)}.`,
  )
  if (input.previous === undefined) log(notComparedText(mostPrevious, improving))
  const size = planSize(input)
  const searches = searchesOf(size, { budget, budgetSteps })
  // Each thread holds a plan of its own.
  await onMemory?.(memoryFor(size) * (searches > 1 ? searches + 1 : 1))
  checkMemory(size)
  const planning = performance.now()
  const solution = await inSpan(
    { name: 'solve plan', attributes: { 'plan.demands': input.demands.length } },
    () =>
      solveInTurns(input, {
        budget,
        budgetSteps,
        searches,
        signal: context.signal,
        onProgress: (fraction, what) => progress(loaded + fraction * (solved - loaded), what),
      }),
  )
  for (const line of comparisonTexts(solution.comparison, solution.deliveries)) log(line)
  if (solution.comparison === undefined && (input.previous ?? []).length > 0)
    log('The previous plan cannot be repeated with the data of today and is not compared with the new one.')
  if (improving) log(improvementText(solution.improvement, searches))
  const moved = movedOrdersText(input, solution.plan.orders)
  if (moved !== undefined) log(moved)
  const storing = performance.now()
  progress(solved, 'Comparing with the previous plan')
  const analyzed = await inSpan({ name: 'analyze plan' }, () =>
    inTurns(analyzePlanInSteps(solution, { bucketStarts }), { signal: context.signal }),
  )
  const plan = await inSpan({ name: 'store plan' }, () =>
    storePlan(context, {
      input,
      incomplete,
      basis,
      analyzed,
      frozenUntil: current + frozenHorizon,
      mayBeOvertaken: true,
      start: wanted === undefined ? undefined : datetimeText(current),
      onProgress: (fraction, what) => progress(solved + fraction * (1 - solved), what),
    }),
  )
  const overtaken = overtakenText(plan.overtaken)
  if (overtaken !== undefined) log(overtaken, 'warning')
  const times = { load: planning - begun, solve: storing - planning, store: performance.now() - storing }
  // The plan is stored: a failure here must not make it look as if it were not.
  await storeExceptions(context).catch((error: unknown) => {
    log(`The exceptions were not computed, followers are notified later: ${String(error)}`, 'warning')
  })
  return { ...plan, current, demands: input.demands.length, incomplete: incomplete.length, settled, times }
}

function notComparedText(most: number, improving: boolean): string {
  const remedy = improving
    ? ''
    : ` With a budget up to ${count(mostPreviousImproved, 'proposal')} are compared.`
  return `The previous plan has more than ${count(most, 'proposal')} and is not compared with the new one.${remedy}`
}

/** Maximum number of invalid demands listed in the log; the problems of the plan list all of them. */
const maxReported = 20

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
