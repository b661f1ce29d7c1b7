/** A child process that keeps the plan of a scenario: started, asked, and ended by the server. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { ServiceError } from '../errors/service-error.ts'
import type { Asker, LiveAnswer, LivePart, LiveQuestion } from '../planning/live/questions.ts'
import type { Settings } from '../settings/settings.ts'
import { errorOf, type FromLiveProcess, isUnavailable, type ToLiveProcess } from './messages.ts'

export interface AskOptions {
  readonly asker: Asker
  readonly signal?: AbortSignal | undefined
  /** Called with parts of the answer that arrive before its end. */
  readonly onPart?: ((part: LivePart) => void) | undefined
}

export interface LivePlanStatus {
  readonly scenario: string
  readonly pid: number
  readonly started: Date
  /** Number of questions that wait or are being answered. */
  readonly questions: number
  /** Number of questions answered since the start. */
  readonly answered: number
  /** Memory in bytes as of the last answer; 0 before it. */
  readonly memory: number
}

export interface LiveProcessOptions {
  readonly settings: Settings
  /** Address of the database, with its password. */
  readonly url: string
  /** Called after the last running question was answered. */
  readonly onIdle: (process: LiveProcess) => void
  /** Called when the process ends for any reason. */
  readonly onEnd: (process: LiveProcess) => void
  /** Called after `onEnd` if the process ended because it failed. */
  readonly onFailure: () => void
}

interface Question {
  readonly resolve: (answer: LiveAnswer) => void
  readonly reject: (error: Error) => void
  readonly onPart: ((part: LivePart) => void) | undefined
}

const processFile = join(import.meta.dirname, 'process.ts')
/** Memory that a process may take, as a multiple of that of its objects, which the setting limits. */
const wholeShare = 1.5
/** Time within which a canceled question must have ended, in milliseconds; otherwise its process is ended. */
const cancelGraceMs = 5_000

/** The process of a plan was killed, or did not react when a question was canceled: its questions can be asked again. */
export class ProcessEnded extends ServiceError {
  constructor() {
    super('live_plan_unavailable', { reason: { code: 'plan_process_ended' } })
  }
}

const unavailable = (
  code: 'plan_process_ended' | 'plan_process_not_started' | 'plan_server_ends',
): ServiceError => new ServiceError('live_plan_unavailable', { reason: { code } })

/** Exit code of a process that aborts itself, in containers that report no signal. */
const abortedExitCode = 134

/**
 * Returns why a process ended. One that ran out of memory has aborted itself: its questions are not asked again, because
 * the next process would load the whole plan to run out of memory too.
 */
const endOf = (exitCode: number | null, signal: NodeJS.Signals | null): ServiceError =>
  signal === 'SIGABRT' || exitCode === abortedExitCode
    ? unavailable('plan_process_ended')
    : new ProcessEnded()

export class LiveProcess {
  readonly scenario: string
  /** Address of the database that it uses. */
  readonly url: string
  /**
   * Whether the process accepts no more questions and ends after the running ones, to free its slot for another
   * scenario.
   */
  isClosing = false
  readonly #options: LiveProcessOptions
  readonly #child: ChildProcess
  readonly #questions = new Map<number, Question>()
  /** Number of questions that are about to be sent. */
  #reserved = 0
  readonly #started = new Date()
  #nextId = 1
  #answered = 0
  #memory = 0
  #lastUsed = Date.now()
  #busySince = Date.now()
  #idleTimer: NodeJS.Timeout | undefined
  #hasEnded = false
  /** Whether a plan is being loaded to which no question waits any more. */
  #isLoading = false

  /** Starts the process. */
  constructor(scenario: string, options: LiveProcessOptions) {
    this.scenario = scenario
    this.#options = options
    const { settings, url } = options
    this.url = url
    this.#child = fork(processFile, {
      execArgv: [`--max-old-space-size=${settings.LIVE_PLAN_MEMORY}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    this.#child.on('message', (message: FromLiveProcess) => this.#receive(message))
    this.#child.on('error', () => this.#fail(unavailable('plan_process_not_started')))
    this.#child.on('exit', (code, signal) => this.#fail(endOf(code, signal)))
    this.#send({ type: 'open', settings, url })
  }

  get isIdle(): boolean {
    return this.#questions.size === 0 && this.#reserved === 0 && !this.#isLoading
  }

  /** Time of the last question, in milliseconds since 1970. */
  get lastUsed(): number {
    return this.#lastUsed
  }

  /** Start of the first of the running questions, in milliseconds since 1970. */
  get busySince(): number {
    return this.#busySince
  }

  get status(): LivePlanStatus {
    return {
      scenario: this.scenario,
      pid: this.#child.pid ?? 0,
      started: this.#started,
      questions: this.#questions.size,
      answered: this.#answered,
      memory: this.#memory,
    }
  }

  /** Keeps the process from being replaced until the next call of `ask`. */
  reserve(): void {
    this.#reserved += 1
  }

  /**
   * Asks a question, after `reserve`. Throws the errors of the answer, `ProcessEnded`, and `live_plan_unavailable` on
   * a timeout.
   */
  async ask(question: LiveQuestion, { asker, signal, onPart }: AskOptions): Promise<LiveAnswer> {
    const { id, answer } = this.#begin(onPart)
    let grace: NodeJS.Timeout | undefined
    const cancel = (): void => {
      this.#send({ type: 'cancel', id })
      grace ??= setTimeout(() => this.#replaceBecauseOf(id), cancelGraceMs)
    }
    const seconds = this.#options.settings.LIVE_PLAN_TIMEOUT
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      cancel()
    }, seconds * 1000)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      this.#send({ type: 'ask', id, scenario: this.scenario, question, asker })
      if (signal?.aborted === true) cancel()
      return await answer
    } catch (error) {
      if (!isLate || isUnavailable(error)) throw error
      throw new ServiceError(
        'live_plan_unavailable',
        { reason: { code: 'plan_question_timeout', params: { seconds } } },
        { cause: error },
      )
    } finally {
      clearTimeout(limit)
      clearTimeout(grace)
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Ends the process and rejects its questions. */
  end(error: ServiceError = unavailable('plan_server_ends')): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.onEnd(this)
    clearTimeout(this.#idleTimer)
    this.#child.kill('SIGKILL')
    for (const { reject } of this.#questions.values()) reject(error)
    this.#questions.clear()
  }

  /** Ends the process if a canceled question still runs. The other questions can be asked again. */
  #replaceBecauseOf(id: number): void {
    const question = this.#questions.get(id)
    if (question === undefined) return
    this.#questions.delete(id)
    question.reject(new ServiceError('canceled'))
    this.#fail(new ProcessEnded())
  }

  #fail(error: ServiceError): void {
    if (this.#hasEnded) return
    this.end(error)
    this.#options.onFailure()
  }

  /** Registers a reserved question. */
  #begin(onPart: AskOptions['onPart']): { readonly id: number; readonly answer: Promise<LiveAnswer> } {
    clearTimeout(this.#idleTimer)
    this.#lastUsed = Date.now()
    if (this.#questions.size === 0) this.#busySince = this.#lastUsed
    const id = this.#nextId
    this.#nextId += 1
    const { promise, resolve, reject } = Promise.withResolvers<LiveAnswer>()
    this.#questions.set(id, { resolve, reject, onPart })
    this.#reserved -= 1
    return { id, answer: promise }
  }

  #send(message: ToLiveProcess): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #receive(message: FromLiveProcess): void {
    if (message.type === 'loaded') {
      this.#isLoading = false
      this.#rest()
      return
    }
    const question = this.#questions.get(message.id)
    if (message.type === 'part') {
      question?.onPart?.(message.part)
      return
    }
    this.#memory = message.memory
    this.#questions.delete(message.id)
    this.#answered += 1
    if (message.type === 'answer') question?.resolve(message.answer)
    else {
      this.#isLoading = message.isLoading
      question?.reject(errorOf(message.failure))
    }
    this.#rest()
  }

  /**
   * Makes the process available to other scenarios, if it has nothing to do. It ends after the idle time, and at once if
   * it takes more memory than it may.
   */
  #rest(): void {
    if (!this.isIdle) return
    clearTimeout(this.#idleTimer)
    const { LIVE_PLAN_MEMORY: megabytes, LIVE_PLAN_IDLE: idleSeconds } = this.#options.settings
    if (this.#memory > megabytes * 2 ** 20 * wholeShare) this.end()
    else this.#idleTimer = setTimeout(() => this.end(), idleSeconds * 1000).unref()
    this.#options.onIdle(this)
  }
}
