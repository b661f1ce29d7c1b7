/** Results of the checks of an installation. */

export type FindingState = 'ok' | 'warning' | 'failed'

export interface Finding {
  /** Name of the check, such as `database`. */
  readonly check: string
  readonly state: FindingState
  readonly message: string
  /** What to do about the fault; undefined if there is none. */
  readonly remedy?: string
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message })
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  message,
  remedy,
})
export const failed = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'failed',
  message,
  remedy,
})
