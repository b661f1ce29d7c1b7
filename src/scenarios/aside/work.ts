/** What long work on scenarios is given: the database, the model, a clock, and ways to be stopped and followed. */
import type { Database } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Model } from '../../model/model.ts'

export interface ScenarioWork {
  readonly database: Database
  /** The model with the custom attributes of now. */
  readonly model: Model
  readonly now: () => Date
  /** Aborting cancels running statements; what was built so far is removed. */
  readonly signal?: AbortSignal | undefined
  /** Told how far the work is, from 0 to 1. */
  readonly progress?: ((fraction: number, message: string) => void) | undefined
  /** Role under which SQL files of a scenario run, where there is one. */
  readonly importRole?: (scenario: string) => string | undefined
}

/** Second of a moment in UTC, such as `20260314093000`: for names of schemas and files, which then sort by age. */
export function timestampOf(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

/** Throws `canceled` once nobody wants the work any more. */
export function throwIfAborted({ signal }: Pick<ScenarioWork, 'signal'>): void {
  if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: signal.reason })
}

export interface Lanes {
  /** Does the job as soon as a lane is free; those added as urgent go before the others. */
  add(job: () => Promise<void>, urgent?: 'urgent'): void
  /** Throws the first failure there has been so far: nothing more is begun after it. */
  check(): void
  /** Resolves when all jobs are done, those that they have added as well. Throws the first failure. */
  done(): Promise<void>
}

/** Lanes in which jobs run side by side. */
export function openLanes(count: number): Lanes {
  const waiting: (() => Promise<void>)[] = []
  const failures: unknown[] = []
  const running = new Set<Promise<void>>()
  const check = (): void => {
    if (failures.length > 0) throw failures[0]
  }
  const start = (): void => {
    while (failures.length === 0 && running.size < count) {
      const job = waiting.shift()
      if (job === undefined) return
      const one: Promise<void> = job()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          running.delete(one)
          start()
        })
      running.add(one)
    }
  }
  return {
    add: (job, urgent) => {
      if (urgent === undefined) waiting.push(job)
      else waiting.unshift(job)
      start()
    },
    check,
    done: async () => {
      while (running.size > 0) await Promise.race(running)
      check()
    },
  }
}

/**
 * Does jobs on several connections at once, in the order given; those that a job answers come next. The first
 * failure stops the rest, and is thrown when those that run have ended.
 */
export async function inParallel<Job>(
  { database }: Pick<ScenarioWork, 'database'>,
  jobs: readonly Job[],
  run: (job: Job) => Promise<readonly Job[] | void>,
): Promise<void> {
  const lanes = openLanes(laneCount(database))
  const perform = (job: Job) => async (): Promise<void> => {
    for (const next of (await run(job))?.toReversed() ?? []) lanes.add(perform(next), 'urgent')
  }
  for (const job of jobs) lanes.add(perform(job))
  await lanes.done()
}

/** More lanes than this fight for the disk; some connections of the pool stay free for the locks and for others. */
export function laneCount({ pool }: Database): number {
  return Math.max(1, Math.min(3, pool.options.max - 2))
}
