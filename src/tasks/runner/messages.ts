/** Messages between a worker and its task processes, over the channel between parent and child. */
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
  /** Lets the process load the modules that tasks need, if no task is assigned soon. */
  | { readonly type: 'prepare'; readonly settings: Settings }
  | { readonly type: 'start'; readonly assignment: Assignment }
  | { readonly type: 'stop'; readonly id: number; readonly reason: StopReason }

export type FromChild =
  /** The process has acquired the lock of the task; before that no part of the task has run. */
  | { readonly type: 'begun' }
  | { readonly type: 'progress'; readonly fraction: number; readonly step: string }
  | { readonly type: 'attach'; readonly fileName: string }
  /** `clean` = nothing of the task is left and the process accepts another one; otherwise the process ends itself. */
  | { readonly type: 'end'; readonly outcome: Outcome; readonly clean: boolean }
