/** A mail, and how it is sent. */

import type { Sender } from './addresses.ts'

export interface Attachment {
  readonly fileName: string
  readonly contentType: string
  /** Where its bytes are. They must stay until the mail is sent. */
  readonly path: string
}

export interface Mail {
  /** Number by which mail programs know a mail that comes twice; by default one of its own. */
  readonly id?: string
  readonly from: Sender
  readonly to: readonly string[]
  readonly subject: string
  /** Plain text; its language is told by `language`. */
  readonly text: string
  readonly language: string
  readonly attachments: readonly Attachment[]
}

export interface Delivery {
  readonly signal: AbortSignal
  /** Told before another attempt, with what went wrong. */
  readonly onRetry?: (reason: string, milliseconds: number) => void
  /** Waits so many milliseconds; rejects when the signal aborts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Aborts after so many milliseconds, when an attempt has lasted too long. */
  readonly deadline?: (milliseconds: number) => AbortSignal
}
