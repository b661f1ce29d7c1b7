/** A mail and the options of its delivery. */

import type { Sender } from './addresses.ts'

export interface Attachment {
  readonly fileName: string
  readonly contentType: string
  /** Path of the file, which must exist until the mail is sent. */
  readonly path: string
}

export interface Mail {
  /**
   * Message ID, by which mail programs recognize duplicates, without the domain, which is that of the sender; generated
   * by default.
   */
  readonly id?: string
  readonly from: Sender
  readonly to: readonly string[]
  readonly subject: string
  /** Plain text in the language of `language`. */
  readonly text: string
  /** The same content as HTML, for mail programs that prefer it. */
  readonly html?: string
  readonly language: string
  /** Address at which the recipient turns off such mails without signing in. */
  readonly unsubscribeUrl?: string
  readonly attachments: readonly Attachment[]
}

export interface Delivery {
  readonly signal: AbortSignal
  /** Called before a retry with the reason and the delay. */
  readonly onRetry?: (reason: string, milliseconds: number) => void
  /** Waits for the given number of milliseconds; rejects when the signal aborts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Returns a signal that aborts after the given number of milliseconds, to limit an attempt. */
  readonly deadline?: (milliseconds: number) => AbortSignal
}
