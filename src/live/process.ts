/**
 * A process that holds the live plan of a scenario and answers questions about it, one after the other; brief
 * questions also in the pauses of a search for remedies or of a long trial. It ends with the server that started it. If it is killed, the
 * next question only takes longer, because the plan is loaded again.
 */
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataContext } from '../data/context.ts'
import { wallClock } from '../data/time-zone.ts'
import { ServiceError } from '../errors/service-error.ts'
import { storeExceptions } from '../planning/exceptions/store-exceptions.ts'
import { LiveScenario } from '../planning/live/live-scenario.ts'
import {
  type BriefQuestion,
  isBrief,
  type LiveAnswer,
  type LiveQuestion,
} from '../planning/live/questions.ts'
import type { WaitsFor } from '../planning/live/request-pauses.ts'
import { createLogger } from '../settings/logger.ts'
import type { Settings } from '../settings/settings.ts'
import { createServiceKeeper, type KeptService } from '../tasks/runner/kept-service.ts'
import { type Ask, failureOf, isUnavailable, type FromLiveProcess, type ToLiveProcess } from './messages.ts'

/** A question with the controller that cancels it. */
interface Asked<Question = LiveQuestion> {
  readonly ask: Ask & { readonly question: Question }
  readonly controller: AbortController
}

/** Work that the next question ends. */
interface Completion {
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** Milliseconds that an accepted trial waits for the comparison of the plan with the stored one. */
const mostComparisonWaitMs = 60_000
/** Milliseconds without a question after which the loaded plan is explained and compared. */
const completeAfterMs = 250

let opened: { readonly settings: Settings; readonly url: string } | undefined
let kept: KeptService | undefined
let live: { readonly scenario: string; readonly plan: LiveScenario } | undefined
let isAnswering = false
/** The question that is being answered. */
let answering: Promise<void> | undefined
/** The search for the reasons of late sales orders, which is waited for or runs while there are no questions. */
let completion: Completion | undefined
/** The comparison with the stored plan, which runs while no question is being answered. */
let comparison: Promise<void> | undefined
/** Resolves when the next question has arrived. */
let arrival = Promise.withResolvers<void>()
const logger = createLogger({ LOG_LEVEL: 'warn' })
const keepService = createServiceKeeper()
const running = new Map<number, AbortController>()
/** Questions that have not started, in their order. */
let waiting: readonly Asked[] = []
/** Questions that could not be answered in a pause, and what they wait for: an attempt or the running question. */
const held = new Map<number, WaitsFor>()

const send = (message: FromLiveProcess): void => {
  if (process.connected) process.send?.(message)
}

/** Returns the service; opens it again if its connections are lost. */
async function service(): Promise<KeptService['service']> {
  if (opened === undefined) throw new Error('The process was asked before it was told where its data is.')
  if (kept === undefined || kept.lost !== undefined) kept = await keepService(opened.settings, opened.url)
  return kept.service
}

function planOf(scenario: string, { TIME_ZONE, LIVE_PLAN_MEMORY }: Settings): LiveScenario {
  if (live?.scenario !== scenario) {
    const now = (): string => wallClock(Date.now(), TIME_ZONE)
    const mostBytes = LIVE_PLAN_MEMORY * 2 ** 20
    live = { scenario, plan: new LiveScenario(Date.now, now, { loadsToEnd: true, mostBytes }) }
  }
  return live.plan
}

async function answerAll(): Promise<void> {
  if (isAnswering) return
  isAnswering = true
  completion?.controller.abort()
  await completion?.ended
  const comparedBy = performance.now() + mostComparisonWaitMs
  while (waiting.length > 0) {
    // Without the comparison, an accepted trial would compare the whole plan while others cannot write.
    const compares = comparison !== undefined && performance.now() < comparedBy
    const next = compares ? waiting.find(({ ask }) => ask.question.kind !== 'accept') : waiting[0]
    if (next === undefined) {
      await Promise.race([
        comparison,
        arrival.promise,
        delay(comparedBy - performance.now(), undefined, { ref: false }),
      ])
      continue
    }
    answering = answer(next)
    await answering
    answering = undefined
    held.clear()
  }
  isAnswering = false
  const controller = new AbortController()
  completion = { controller, ended: completeLater(controller.signal) }
}

/** Prepares searches and acceptance. Without it, they do the work themselves, so errors have no effect. */
async function completeLater(signal: AbortSignal): Promise<void> {
  try {
    await delay(completeAfterMs, undefined, { signal })
    if (live === undefined) return
    const { scenario, plan } = live
    const open = await service()
    const context = open.dataContext({ scenario, actor: { userId: null, channel: 'task' } })
    await plan.explain({ ...context, signal })
    if (!plan.isToCompare) return
    comparison ??= plan
      .compare(context, whenFree)
      .catch(warnOf)
      .finally(() => {
        comparison = undefined
      })
  } catch (error) {
    if (!signal.aborted) warnOf(error)
  }
}

const warnOf = (error: unknown): void =>
  logger.warn({ err: error }, 'The plan in memory could not be completed.')

/** Resolves when no question is being answered. */
async function whenFree(): Promise<void> {
  for (let running = answering; running !== undefined; running = answering) await running
}

function answer(asked: Asked): Promise<void> {
  const { id, scenario, question } = asked.ask
  return run(asked, async (context, settings) => {
    const plan = planOf(scenario, settings)
    const answered = await plan.answer(context, question, {
      onPart: (part) => send({ type: 'part', id, part }),
      onPause: (isBeside) => answerInPause(plan, scenario, isBeside),
    })
    // Otherwise the next visitor would wait for them. The database computes them while other questions are answered.
    if (question.kind === 'accept') storeExceptions({ ...context, signal: undefined }).catch(warnOfExceptions)
    return answered
  })
}

const warnOfExceptions = (error: unknown): void =>
  logger.warn(
    { err: error },
    'The exceptions of an accepted trial could not be stored. They are computed when they are read.',
  )

/**
 * Answers the first brief question that waits about the plan of the running one.
 * @param isBeside whether an attempt of the running question is being made next to the plan
 */
async function answerInPause(plan: LiveScenario, scenario: string, isBeside: boolean): Promise<void> {
  for (const { ask, controller } of waiting) {
    const { id, question } = ask
    if (ask.scenario !== scenario || !isBrief(question)) continue
    const wait = held.get(id)
    if (wait === 'request' || (wait === 'attempt' && isBeside)) continue
    const asked: Asked<BriefQuestion> = { ask: { ...ask, question }, controller }
    await run(asked, (context) => plan.answerInPause(context, question))
    return
  }
}

/** Removes a question from those that wait, and sends its answer; without an answer it waits again, as the first. */
async function run(
  asked: Asked,
  find: (context: DataContext, settings: Settings) => Promise<LiveAnswer | WaitsFor>,
): Promise<void> {
  const { ask, controller } = asked
  const { id, scenario, asker } = ask
  const { signal } = controller
  waiting = waiting.filter((other) => other.ask.id !== id)
  running.set(id, controller)
  try {
    const open = await service()
    const found = await find(open.dataContext({ scenario, actor: asker, signal }), open.settings)
    if (typeof found === 'string') {
      signal.throwIfAborted()
      held.set(id, found)
      waiting = [asked, ...waiting]
    } else send({ type: 'answer', id, answer: found, memory: process.memoryUsage.rss() })
  } catch (error) {
    const isCanceled = signal.aborted && !isUnavailable(error)
    fail(id, isCanceled ? new ServiceError('canceled', {}, { cause: error }) : error)
  } finally {
    running.delete(id)
  }
}

function fail(id: number, error: unknown): void {
  const loading = live?.plan.loading
  const isLoading = loading !== undefined
  send({ type: 'failure', id, failure: failureOf(error), isLoading, memory: process.memoryUsage.rss() })
  loading?.then(sendLoaded, sendLoaded)
}

const sendLoaded = (): void => send({ type: 'loaded' })

/** Cancels a question. One that has not started fails at once, even if the previous one is still running. */
function cancel(id: number): void {
  running.get(id)?.abort()
  if (waiting.every(({ ask }) => ask.id !== id)) return
  waiting = waiting.filter(({ ask }) => ask.id !== id)
  fail(id, new ServiceError('canceled'))
}

process.on('message', (message: ToLiveProcess) => {
  if (message.type === 'open') {
    opened = message
    // Node would store compiled code at the end of this process, which the server kills.
    flushCompileCache()
  } else if (message.type === 'cancel') cancel(message.id)
  else {
    waiting = [...waiting, { ask: message, controller: new AbortController() }]
    arrival.resolve()
    arrival = Promise.withResolvers()
    void answerAll()
  }
})
// The server has ended.
process.on('disconnect', () => process.exit(0))
