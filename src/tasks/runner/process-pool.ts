/**
 * Pool of the processes that run a worker's tasks. One idle process with loaded modules is ready, so that a task starts
 * at once. It is replaced when its task has run for a second, or when it ends: after a short task the same process is
 * idle again.
 */
import type { Logger } from 'pino'
import type { Settings } from '../../settings/settings.ts'
import { startTaskProcess, type TaskProcess } from './child-process.ts'
import { defaultTaskMemory } from './task-memory.ts'

export interface ProcessPool {
  /** Returns an idle process, or a new one if there is none. */
  take(): TaskProcess
  /** Returns a process to the pool whose task has ended clean. */
  giveBack(process: TaskProcess): void
  /** Ends the idle processes. */
  close(): Promise<void>
}

export interface ProcessPoolOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** Limit of each process in megabytes; by default that of the machine. */
  readonly memory?: number | undefined
  /** Milliseconds after which idle processes beyond the spare one are ended. */
  readonly idle?: number
  /** Whether one process is always kept ready; true by default. Not needed if tasks run one after the other. */
  readonly spare?: boolean
}

/**
 * Milliseconds before an idle process that ended or has a task is replaced, so that neither processes that end at once
 * nor short tasks overload the machine.
 */
const pauseMs = 1_000

interface Idle {
  readonly process: TaskProcess
  readonly since: number
}

export function openProcessPool({
  settings,
  logger,
  memory = defaultTaskMemory(),
  idle: idleTime = 30_000,
  spare = true,
}: ProcessPoolOptions): ProcessPool {
  let idle: readonly Idle[] = []
  let closed = false
  const timers = new Set<NodeJS.Timeout>()

  const later = (milliseconds: number, action: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      action()
    }, milliseconds)
    timers.add(timer.unref())
  }
  const remove = (process: TaskProcess): boolean => {
    const before = idle.length
    idle = idle.filter((one) => one.process !== process)
    return idle.length < before
  }
  const start = (): TaskProcess => {
    const process = startTaskProcess(settings, memory)
    const onGone = (words: string): void => {
      if (!remove(process)) return keepSpare()
      logger.warn(
        { process: process.pid, reason: words.trim() },
        'An idle process for tasks ended; it is replaced',
      )
      later(pauseMs, keepSpare)
    }
    void process.gone.then(onGone)
    return process
  }
  const keepSpare = (): void => {
    if (spare && !closed && idle.length === 0) idle = [{ process: start(), since: Date.now() }]
  }
  const endSurplus = (): void => {
    for (const { process, since } of idle.slice(0, -1)) {
      if (Date.now() - since < idleTime) continue
      remove(process)
      process.end()
    }
  }
  keepSpare()
  return {
    take: () => {
      const process = idle.at(-1)?.process ?? start()
      remove(process)
      later(pauseMs, keepSpare)
      return process
    },
    giveBack: (process) => {
      if (closed) return process.end()
      idle = [...idle, { process, since: Date.now() }]
      later(idleTime + 100, endSurplus)
    },
    close: async () => {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      const ending = idle.map(({ process }) => process)
      idle = []
      for (const process of ending) process.end()
      await Promise.all(ending.map(({ gone }) => gone))
    },
  }
}
