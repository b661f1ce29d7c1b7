/** What a worker and the process of a task tell each other over the channel between parent and child. */
import type { Settings } from '../../settings/settings.ts'
import type { Outcome } from '../queue/queue.ts'
import type { Performance, StopReason } from './perform.ts'

export interface Assignment extends Performance {
  readonly settings: Settings
  /** Address of the database with its password. */
  readonly databaseUrl: string
  /** Name of the log in LOGDIR. */
  readonly logfile: string
}

export type ToChild =
  | { readonly type: 'start'; readonly assignment: Assignment }
  | { readonly type: 'stop'; readonly reason: StopReason }

export type FromChild =
  | { readonly type: 'progress'; readonly fraction: number; readonly step: string }
  | { readonly type: 'attach'; readonly fileName: string }
  | { readonly type: 'end'; readonly outcome: Outcome }
