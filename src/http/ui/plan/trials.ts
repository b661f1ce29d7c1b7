/**
 * Keeps trials that were shown to users, so that they can be accepted: for a limited time, and limited in number and
 * size, per user and in total.
 */
import { randomUUID } from 'node:crypto'
import type { Trial, TrialOutcome } from '../../../planning/live/questions.ts'

export interface KeptTrial {
  readonly userId: number
  readonly scenario: string
  readonly trial: Trial
  readonly outcome: TrialOutcome
}

export interface Trials {
  /** Stores a trial; returns the token by which it can be accepted. */
  keep(trial: KeptTrial): string
  /** Returns the trial of a token, if the user created it in this scenario. */
  find(token: string, user: Pick<KeptTrial, 'userId' | 'scenario'>): KeptTrial | undefined
  forget(token: string): void
}

/** Number of minutes for which a trial can be accepted. */
export const trialMinutes = 30

interface Room {
  readonly count: number
  /** Maximum number of characters of the edits as JSON. */
  readonly size: number
}

const roomOfUser: Room = { count: 50, size: 4_000_000 }
const roomOfAll: Room = { count: 2_000, size: 64_000_000 }

interface SizedTrial extends KeptTrial {
  readonly until: number
  /** Number of characters of the edits as JSON. */
  readonly size: number
}

export function createTrials(now: () => number = Date.now): Trials {
  // In the order of creation.
  const kept = new Map<string, SizedTrial>()

  function makeRoom(userId: number, size: number): void {
    const time = now()
    for (const [token, { until }] of kept) {
      if (until > time) break
      kept.delete(token)
    }
    deleteOldest((trial) => trial.userId === userId, roomOfUser, size)
    deleteOldest(() => true, roomOfAll, size)
  }

  /** Deletes the oldest of the counted trials until another one of the given size fits. */
  function deleteOldest(counts: (trial: KeptTrial) => boolean, room: Room, size: number): void {
    const found = [...kept].filter(([, trial]) => counts(trial))
    let count = found.length
    let sum = found.reduce((total, [, trial]) => total + trial.size, size)
    for (const [token, trial] of found) {
      if (count < room.count && sum <= room.size) return
      kept.delete(token)
      count -= 1
      sum -= trial.size
    }
  }

  return {
    keep: (trial) => {
      const size = JSON.stringify(trial.trial).length
      makeRoom(trial.userId, size)
      const token = randomUUID()
      kept.set(token, { ...trial, size, until: now() + trialMinutes * 60_000 })
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
