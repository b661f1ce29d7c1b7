/** Trials that were told to users, so that they can be accepted: kept for a while, so many per user. */
import { randomUUID } from 'node:crypto'
import type { Trial, TrialOutcome } from '../../../planning/live/questions.ts'

export interface KeptTrial {
  readonly userId: number
  readonly scenario: string
  readonly trial: Trial
  readonly outcome: TrialOutcome
}

export interface Trials {
  /** Keeps a trial; returns the token by which it is accepted. */
  keep(trial: KeptTrial): string
  /** The trial of a token, for the user who made it, in its scenario. */
  find(token: string, user: Pick<KeptTrial, 'userId' | 'scenario'>): KeptTrial | undefined
  forget(token: string): void
}

/** Minutes for which a trial can be accepted. */
export const trialMinutes = 30
const mostPerUser = 50
const mostKept = 2_000

export function createTrials(now: () => number = Date.now): Trials {
  // In the order in which they were made.
  const kept = new Map<string, KeptTrial & { readonly until: number }>()

  function makeRoom(userId: number): void {
    const time = now()
    for (const [token, { until }] of kept) {
      if (until > time) break
      kept.delete(token)
    }
    const own = [...kept].filter(([, trial]) => trial.userId === userId)
    for (const [token] of own.slice(0, Math.max(0, own.length + 1 - mostPerUser))) kept.delete(token)
    const [oldest] = kept.keys()
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  }

  return {
    keep: (trial) => {
      makeRoom(trial.userId)
      const token = randomUUID()
      kept.set(token, { ...trial, until: now() + trialMinutes * 60_000 })
      return token
    },
    find: (token, { userId, scenario }) => {
      const found = kept.get(token)
      const isTheirs = found?.userId === userId && found.scenario === scenario
      return isTheirs && found.until > now() ? found : undefined
    },
    forget: (token) => void kept.delete(token),
  }
}
