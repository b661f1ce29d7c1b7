/** Messages between a server and a live plan process. */
import type { RecordEditFault } from '../data/write/edits/apply-edits.ts'
import { FaultyEdits } from '../data/write/edits/apply-edits.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { type RecordErrors, ServiceError } from '../errors/service-error.ts'
import type { Asker, LiveAnswer, LivePart, LiveQuestion } from '../planning/live/questions.ts'
import { type Overwritten, StaleTrial } from '../planning/live/stale-trial.ts'
import type { Settings } from '../settings/settings.ts'

export interface Ask {
  readonly type: 'ask'
  readonly id: number
  readonly scenario: string
  readonly question: LiveQuestion
  readonly asker: Asker
}

export type ToLiveProcess =
  | { readonly type: 'open'; readonly settings: Settings; readonly url: string }
  | Ask
  | { readonly type: 'cancel'; readonly id: number }

export type FromLiveProcess =
  | { readonly type: 'part'; readonly id: number; readonly part: LivePart }
  | { readonly type: 'answer'; readonly id: number; readonly answer: LiveAnswer; readonly memory: number }
  | {
      readonly type: 'failure'
      readonly id: number
      readonly failure: Failure
      /** Whether the plan is being loaded, which ends with the message `loaded`. */
      readonly isLoading: boolean
      readonly memory: number
    }
  | { readonly type: 'loaded' }

/** An error as plain data, because class instances cannot be sent between processes. */
export type Failure =
  | { readonly kind: 'faults'; readonly faults: readonly RecordEditFault[] }
  | { readonly kind: 'stale'; readonly conflicts: readonly Overwritten[] }
  | {
      readonly kind: 'service'
      readonly code: ErrorCode
      readonly params: ServiceError['params']
      readonly fields: RecordErrors | undefined
    }
  | { readonly kind: 'other'; readonly text: string }

export function failureOf(error: unknown): Failure {
  if (error instanceof FaultyEdits) return { kind: 'faults', faults: error.faults }
  if (error instanceof StaleTrial) return { kind: 'stale', conflicts: error.conflicts }
  if (error instanceof ServiceError) {
    const { code, params, fields } = error
    return { kind: 'service', code, params, fields }
  }
  return { kind: 'other', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

export function errorOf(failure: Failure): Error {
  if (failure.kind === 'faults') return new FaultyEdits(failure.faults)
  if (failure.kind === 'stale') return new StaleTrial(failure.conflicts)
  if (failure.kind === 'other')
    return new ServiceError('internal_error', {}, { cause: new Error(failure.text) })
  const { code, params, fields } = failure
  return new ServiceError(code, params, fields === undefined ? {} : { fields })
}

/** Whether an error says that the plan cannot be asked at the moment, for instance because it is still being loaded. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'live_plan_unavailable'
