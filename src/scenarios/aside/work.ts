/** Context of long operations on scenarios: the database, the model, a clock, cancellation and progress. */
import type { Database } from '../../database/database.ts'
import { isSameDatabase } from '../../database/homes.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Model } from '../../model/model.ts'

export interface ScenarioWork {
  /** Database with the schemas of the scenario that is worked on. */
  readonly database: Database
  /** Database with the schema `control`, if it is another one. */
  readonly control?: Database | undefined
  /** The model with the current custom attributes. */
  readonly model: Model
  readonly now: () => Date
  /** Aborting cancels running statements and drops everything that was built so far. */
  readonly signal?: AbortSignal | undefined
  /** Called with the progress, from 0 to 1. */
  readonly progress?: ((fraction: number, message: string) => void) | undefined
  /** Called with what else the operation has done, and as a warning with what it could not do although it succeeds. */
  readonly log?: ((message: string, level?: 'warning') => void) | undefined
  /** Returns the role under which SQL files of a scenario run, if there is one. */
  readonly importRole?: (scenario: string) => string | undefined
  /**
   * Deletes the files that a free scenario still has, except the file at a path. Called when its new data is complete
   * and no user can open it yet: until then the operation may be refused, from then on users could read the files.
   */
  readonly deleteFiles?: ((scenario: string, except?: string) => Promise<void>) | undefined
}

/** Formats a time in UTC to the second, such as `20260314093000`, for names of schemas and files that sort by age. */
export function timestampOf(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

/** Throws `canceled` if the operation was aborted. */
export function throwIfAborted({ signal }: Pick<ScenarioWork, 'signal'>): void {
  if (signal?.aborted === true) throw new ServiceError('canceled', {}, { cause: signal.reason })
}

/** Returns the work in the database of another server. */
export const workAt = <Work extends Pick<ScenarioWork, 'database' | 'control'>>(
  work: Work,
  database: Database,
): Work => ({ ...work, database, control: work.control ?? work.database })

/** Returns whether the database of the work has the schema `control`, too. */
export const hasControl = ({
  database,
  control = database,
}: Pick<ScenarioWork, 'database' | 'control'>): boolean => isSameDatabase(database, control)

export interface Lanes {
  /** Runs the job as soon as a lane is free; urgent jobs run before the others. */
  add(job: () => Promise<void>, urgent?: 'urgent'): void
  /** Throws the first error so far; no job starts after an error. */
  check(): void
  /** Resolves after all jobs, including those that jobs have added. Throws the first error. */
  done(): Promise<void>
}

/** Creates `count` lanes, in which jobs run concurrently. */
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
 * Runs jobs on several connections concurrently, in the given order; jobs that a job returns run next. After the
 * first error no further job starts; it is thrown when the running jobs have ended.
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

/**
 * Returns the number of lanes. More lanes would compete for the disk, and some connections of the pool must stay free
 * for the locks and other users.
 */
export function laneCount({ pool }: Database): number {
  return Math.max(1, Math.min(3, pool.options.max - 2))
}
