/** What a worker and a process that runs its tasks tell each other over the channel between parent and child. */
import type { Settings } from '../../settings/settings.ts'
import type { Outcome } from '../queue/queue.ts'
import type { Performance } from './perform.ts'
import type { StopReason } from './stop-reason.ts'

export interface Assignment extends Performance {
  readonly settings: Settings
  /** Address of the database with its password. */
  readonly databaseUrl: string
  /** Name of the log in LOGDIR. */
  readonly logfile: string
}

export type ToChild =
  /** Load what tasks need, before the first one comes. */
  | { readonly type: 'prepare'; readonly settings: Settings }
  | { readonly type: 'start'; readonly assignment: Assignment }
  | { readonly type: 'stop'; readonly id: number; readonly reason: StopReason }

export type FromChild =
  /** The process holds the lock of the task; before that nothing of it has happened. */
  | { readonly type: 'begun' }
  | { readonly type: 'progress'; readonly fraction: number; readonly step: string }
  | { readonly type: 'attach'; readonly fileName: string }
  /** `clean` = nothing of the task is left, and the process takes another one; otherwise it ends itself. */
  | { readonly type: 'end'; readonly outcome: Outcome; readonly clean: boolean }
