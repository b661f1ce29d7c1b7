/**
 * The live plans of a server: one process per scenario, started with the first question about it, because a server
 * never plans in its own event loop. The number of processes is limited: the one that has been idle longest is
 * replaced. If a process fails, only its own questions fail.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Asker, LiveAnswer, LiveQuestion } from '../planning/live/questions.ts'
import type { Settings } from '../settings/settings.ts'
import { errorOf, type FromLiveProcess, type ToLiveProcess } from './messages.ts'

export interface LivePlans {
  /**
   * Answers a question about the plan of a scenario. Throws the errors of the answer: `FaultyEdits`, `StaleTrial`,
   * `canceled`, `too_many_trials`, `live_plan_unavailable`.
   */
  ask(scenario: string, question: LiveQuestion, options: AskOptions): Promise<LiveAnswer>
  /** Returns the running processes. */
  status(): readonly LivePlanStatus[]
  close(): void
}

export interface AskOptions {
  readonly asker: Asker
  readonly signal?: AbortSignal | undefined
  /** Called with parts of the answer that arrive before its end. */
  readonly onPart?: ((part: LiveAnswer) => void) | undefined
}

export interface LivePlanStatus {
  readonly scenario: string
  readonly pid: number
  /** Number of questions that wait or are being answered. */
  readonly questions: number
  /** Number of questions answered since the start. */
  readonly answered: number
  /** Memory in bytes as of the last answer; 0 before it. */
  readonly memory: number
}

interface Question {
  readonly resolve: (answer: LiveAnswer) => void
  readonly reject: (error: Error) => void
  readonly onPart: ((part: LiveAnswer) => void) | undefined
}

interface LiveProcess {
  readonly scenario: string
  readonly child: ChildProcess
  readonly questions: Map<number, Question>
  /** Number of questions that are about to be sent. */
  reserved: number
  answered: number
  memory: number
  /** Milliseconds since 1970. */
  lastUsed: number
  /** Start of the first of the running questions, in milliseconds since 1970. */
  busySince: number
  /**
   * Whether the process accepts no more questions and ends after the running ones, to free its slot for another
   * scenario.
   */
  isClosing: boolean
  idleTimer: NodeJS.Timeout | undefined
}

const processFile = join(import.meta.dirname, 'process.ts')
/** Time within which a canceled question must have ended, in milliseconds; otherwise its process is ended. */
const cancelGraceMs = 5_000

/** Maximum time that a question waits for a process if all are in use, in milliseconds. */
const longestWaitMs = 20_000

const isIdle = ({ questions, reserved }: LiveProcess): boolean => questions.size === 0 && reserved === 0

/** The process of a plan was killed, or ran out of memory. */
class ProcessEnded extends ServiceError {
  constructor() {
    const reason = 'Its process has ended, for instance because it ran out of memory (LIVE_PLAN_MEMORY).'
    super('live_plan_unavailable', { reason })
  }
}

export function createLivePlans({
  settings,
  database,
}: {
  readonly settings: Settings
  readonly database: Pick<Database, 'address'>
}): LivePlans {
  const processes = new Map<string, LiveProcess>()
  /** Scenarios of the running questions of a user, one entry per question. */
  const perUser = new Map<string, readonly string[]>()
  /** Callbacks of questions that wait for a process. */
  const waiting: (() => void)[] = []
  let nextId = 1

  function end(process: LiveProcess, reason: string | ProcessEnded): void {
    if (processes.get(process.scenario) === process) processes.delete(process.scenario)
    clearTimeout(process.idleTimer)
    process.child.kill('SIGKILL')
    const { questions } = process
    const error = typeof reason === 'string' ? new ServiceError('live_plan_unavailable', { reason }) : reason
    for (const { reject } of questions.values()) reject(error)
    questions.clear()
  }

  /** Ends a process that failed. */
  function fail(process: LiveProcess, reason: string | ProcessEnded): void {
    const isKnown = processes.get(process.scenario) === process
    end(process, reason)
    if (isKnown) waiting.shift()?.()
  }

  function start(scenario: string): LiveProcess {
    const child = fork(processFile, {
      execArgv: [`--max-old-space-size=${settings.LIVE_PLAN_MEMORY}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const process: LiveProcess = {
      scenario,
      child,
      questions: new Map(),
      reserved: 0,
      answered: 0,
      memory: 0,
      lastUsed: Date.now(),
      busySince: Date.now(),
      isClosing: false,
      idleTimer: undefined,
    }
    child.on('message', (message: FromLiveProcess) => receive(process, message))
    child.on('error', () => fail(process, 'Its process cannot be started.'))
    child.on('exit', () => fail(process, new ProcessEnded()))
    tell(process, { type: 'open', settings, url: database.address() })
    processes.set(scenario, process)
    return process
  }

  function tell({ child }: LiveProcess, message: ToLiveProcess): void {
    if (child.connected) child.send(message, () => undefined)
  }

  function receive(process: LiveProcess, message: FromLiveProcess): void {
    const question = process.questions.get(message.id)
    if (message.type === 'part') {
      question?.onPart?.(message.part)
      return
    }
    process.memory = message.memory
    process.questions.delete(message.id)
    process.answered += 1
    if (isIdle(process)) {
      process.idleTimer = setTimeout(() => end(process, ''), settings.LIVE_PLAN_IDLE * 1000).unref()
    }
    if (message.type === 'answer') question?.resolve(message.answer)
    else question?.reject(errorOf(message.failure))
    if (!isIdle(process)) return
    if (process.isClosing) end(process, '')
    waiting.shift()?.()
  }

  /**
   * Returns the process of a scenario; replaces an idle one if necessary. Returns undefined if all are in use, or if
   * the process of the scenario is closing.
   */
  function findProcess(scenario: string): LiveProcess | undefined {
    const known = processes.get(scenario)
    if (known !== undefined) return known.isClosing ? undefined : known
    if (processes.size >= settings.LIVE_PLANS) {
      const idle = [...processes.values()].filter(isIdle)
      const [oldest] = idle.toSorted((a, b) => a.lastUsed - b.lastUsed)
      if (oldest === undefined) return undefined
      end(oldest, '')
    }
    return start(scenario)
  }

  /**
   * Reserves the process of a scenario for a question. If all are in use, the one that has been in use longest
   * accepts no more questions and is replaced. Throws `live_plan_unavailable` on a timeout, and `canceled`.
   */
  async function reserveProcess(scenario: string, signal: AbortSignal | undefined): Promise<LiveProcess> {
    const until = Date.now() + longestWaitMs
    for (;;) {
      const found = findProcess(scenario)
      if (found !== undefined) {
        found.reserved += 1
        return found
      }
      const left = until - Date.now()
      if (left <= 0 || signal?.aborted === true) break
      const closing = [...processes.values()].filter(({ isClosing }) => isClosing)
      const open = [...processes.values()].filter(({ isClosing }) => !isClosing)
      const [longest] = open.toSorted((a, b) => a.busySince - b.busySince)
      if (longest !== undefined && closing.length <= waiting.length) longest.isClosing = true
      await turnOf(left, signal)
    }
    if (signal?.aborted === true) throw new ServiceError('canceled')
    const reason = `Plans of ${settings.LIVE_PLANS} other scenarios are being tried (LIVE_PLANS).`
    throw new ServiceError('live_plan_unavailable', { reason }, { headers: { 'Retry-After': '5' } })
  }

  /** Resolves when a process may be free, after the given time, or when the signal aborts. */
  async function turnOf(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const go = (): void => resolve(undefined)
    const timer = setTimeout(go, milliseconds)
    waiting.push(go)
    signal?.addEventListener('abort', go, { once: true })
    await promise
    clearTimeout(timer)
    signal?.removeEventListener('abort', go)
    const place = waiting.indexOf(go)
    if (place >= 0) waiting.splice(place, 1)
    if (waiting.length === 0) for (const process of processes.values()) process.isClosing = false
  }

  async function asked(
    scenario: string,
    question: LiveQuestion,
    { asker, signal, onPart }: AskOptions,
  ): Promise<LiveAnswer> {
    const process = await reserveProcess(scenario, signal)
    clearTimeout(process.idleTimer)
    process.lastUsed = Date.now()
    if (process.questions.size === 0) process.busySince = process.lastUsed
    const id = nextId
    nextId += 1
    const answer = Promise.withResolvers<LiveAnswer>()
    process.questions.set(id, { resolve: answer.resolve, reject: answer.reject, onPart })
    process.reserved -= 1
    let grace: NodeJS.Timeout | undefined
    const cancel = (): void => {
      tell(process, { type: 'cancel', id })
      grace ??= setTimeout(() => {
        if (process.questions.has(id)) fail(process, 'A question did not stop when it was canceled.')
      }, cancelGraceMs)
    }
    const seconds = settings.LIVE_PLAN_TIMEOUT
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      cancel()
    }, seconds * 1000)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      tell(process, { type: 'ask', id, scenario, question, asker })
      if (signal?.aborted === true) cancel()
      return await answer.promise
    } catch (error) {
      if (!isLate) throw error
      const reason = `The question has taken longer than ${seconds} seconds (LIVE_PLAN_TIMEOUT).`
      throw new ServiceError('live_plan_unavailable', { reason }, { cause: error })
    } finally {
      clearTimeout(limit)
      clearTimeout(grace)
      signal?.removeEventListener('abort', cancel)
    }
  }

  return {
    ask: async (scenario, question, options) => {
      const limit = settings.LIVE_PLAN_QUESTIONS
      const user = String(options.asker.userId)
      const underWay = perUser.get(user) ?? []
      if (underWay.length >= limit)
        throw new ServiceError('too_many_trials', { limit }, { headers: { 'Retry-After': '1' } })
      // One user may not occupy all processes, so that one is left for other users.
      const most = Math.max(1, settings.LIVE_PLANS - 1)
      if (!underWay.includes(scenario) && new Set(underWay).size >= most) {
        const reason = `You are trying plans of ${most} other scenarios; one user may try so many at a time (LIVE_PLANS).`
        throw new ServiceError('live_plan_unavailable', { reason }, { headers: { 'Retry-After': '1' } })
      }
      perUser.set(user, [...underWay, scenario])
      try {
        let isPartReported = false
        const onPart = (part: LiveAnswer): void => {
          isPartReported = true
          options.onPart?.(part)
        }
        return await asked(scenario, question, { ...options, onPart }).catch((error: unknown) => {
          // An accepted trial may or may not be stored, and parts must not be sent twice; all other questions can be
          // retried.
          if (!(error instanceof ProcessEnded) || question.kind === 'accept' || isPartReported) throw error
          return asked(scenario, question, options)
        })
      } finally {
        const left = [...(perUser.get(user) ?? [])]
        left.splice(left.indexOf(scenario), 1)
        if (left.length === 0) perUser.delete(user)
        else perUser.set(user, left)
      }
    },
    status: () =>
      [...processes.values()].map(({ scenario, child, questions, answered, memory }) => ({
        scenario,
        pid: child.pid ?? 0,
        questions: questions.size,
        answered,
        memory,
      })),
    close: () => {
      for (const process of processes.values()) end(process, 'The server ends.')
    },
  }
}
