/**
 * The slots for the processes of live plans, one process per scenario. If all slots are taken, the process that has
 * been idle longest is replaced; if none is idle, questions wait until one is.
 */
import type { ControlDatabase } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Settings } from '../settings/settings.ts'
import { LiveProcess } from './live-process.ts'

export interface ProcessSlotsOptions {
  readonly settings: Settings
  readonly database: Pick<ControlDatabase, 'address'>
}

/** Maximum time that a question waits for a process if all are in use, in milliseconds. */
const longestWaitMs = 20_000

export class ProcessSlots {
  readonly #options: ProcessSlotsOptions
  readonly #processes = new Map<string, LiveProcess>()
  /** Callbacks of questions that wait for a process. */
  readonly #waiting: (() => void)[] = []

  constructor(options: ProcessSlotsOptions) {
    this.#options = options
  }

  /** Returns the running processes. */
  processes(): readonly LiveProcess[] {
    return [...this.#processes.values()]
  }

  /**
   * Reserves the process of a scenario for a question. If all are in use, the one that has been in use longest
   * accepts no more questions and is replaced. Throws `live_plan_unavailable` on a timeout, and `canceled`.
   */
  async reserve(scenario: string, signal: AbortSignal | undefined): Promise<LiveProcess> {
    const until = Date.now() + longestWaitMs
    for (;;) {
      const found = this.#find(scenario)
      if (found !== undefined) {
        found.reserve()
        return found
      }
      const left = until - Date.now()
      if (left <= 0 || signal?.aborted === true) break
      const closing = this.processes().filter(({ isClosing }) => isClosing)
      const open = this.processes().filter(({ isClosing }) => !isClosing)
      const [longest] = open.toSorted((a, b) => a.busySince - b.busySince)
      if (longest !== undefined && closing.length <= this.#waiting.length) longest.isClosing = true
      await this.#awaitTurn(left, signal)
    }
    if (signal?.aborted === true) throw new ServiceError('canceled')
    const params = { limit: this.#options.settings.LIVE_PLANS }
    throw new ServiceError(
      'live_plan_unavailable',
      { reason: { code: 'other_plans_tried', params } },
      { headers: { 'Retry-After': '5' } },
    )
  }

  /** Ends all processes. */
  close(): void {
    for (const process of this.#processes.values()) process.end()
  }

  /**
   * Returns the process of a scenario; replaces an idle one if necessary. Returns undefined if all are in use, or if
   * the process of the scenario is closing.
   */
  #find(scenario: string): LiveProcess | undefined {
    const known = this.#processes.get(scenario)
    const { database, settings } = this.#options
    if (known !== undefined && !known.isClosing && known.url === database.address()) return known
    if (known !== undefined && !known.isIdle) {
      // Also if the database server was started again on another port.
      known.isClosing = true
      return undefined
    }
    known?.end()
    if (this.#processes.size >= settings.LIVE_PLANS) {
      const idle = this.processes().filter(({ isIdle }) => isIdle)
      const [oldest] = idle.toSorted((a, b) => a.lastUsed - b.lastUsed)
      if (oldest === undefined) return undefined
      oldest.end()
    }
    return this.#start(scenario)
  }

  #start(scenario: string): LiveProcess {
    const { settings, database } = this.#options
    const process = new LiveProcess(scenario, {
      settings,
      url: database.address(),
      onIdle: (idle) => {
        if (idle.isClosing) idle.end()
        this.#wakeNext()
      },
      onEnd: (ended) => {
        if (this.#processes.get(scenario) === ended) this.#processes.delete(scenario)
      },
      onFailure: () => this.#wakeNext(),
    })
    this.#processes.set(scenario, process)
    return process
  }

  #wakeNext(): void {
    this.#waiting.shift()?.()
  }

  /** Resolves when a process may be free, after the given time, or when the signal aborts. */
  async #awaitTurn(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const go = (): void => resolve(undefined)
    const timer = setTimeout(go, milliseconds)
    this.#waiting.push(go)
    signal?.addEventListener('abort', go, { once: true })
    await promise
    clearTimeout(timer)
    signal?.removeEventListener('abort', go)
    const place = this.#waiting.indexOf(go)
    if (place >= 0) this.#waiting.splice(place, 1)
    if (this.#waiting.length === 0) for (const process of this.#processes.values()) process.isClosing = false
  }
}
