/** What the check of an installation finds. */

export type FindingState = 'ok' | 'warning' | 'failed'

export interface Finding {
  /** What was looked at, such as `database`. */
  readonly check: string
  readonly state: FindingState
  readonly message: string
  /** What to do; nothing where all is well. */
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
