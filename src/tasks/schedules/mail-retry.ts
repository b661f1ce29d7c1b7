/**
 * The state of a mail about a group, in the record of its run: whom it is for, and, after a failed attempt, when the
 * next one is. A mail server may be away for some hours in the night; the mail about a failed night must outlive that.
 */
import { splitAddresses } from '../../mail/addresses.ts'
import { jsonOf } from './schedule-record.ts'

const hourMs = 60 * 60_000
/** Time for which a mail is tried again after its first attempt, in milliseconds; named in docs/how-to/schedule-the-night.md. */
const retryTimeMs = 24 * hourMs
const firstPauseMs = 60_000
const longestPauseMs = hourMs

export interface MailRetry {
  /** Number of failed attempts. */
  readonly attempts: number
  /** The first attempt. */
  readonly since: Date
  /** Recipients that have not got the mail yet. */
  readonly to: readonly string[]
  /** Message of the run without the remark about the mail, as its columns have it. */
  readonly message: string | null
  readonly codedMessage: string | null
}

/** Returns when the mail is tried again; undefined if it is given up. */
export function nextAttempt({ attempts, since }: MailRetry, now: Date): Date | undefined {
  const last = since.getTime() + retryTimeMs
  if (now.getTime() >= last) return undefined
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 10))
  return new Date(Math.min(last, now.getTime() + pause))
}

/** Returns until when the mail is tried again. */
export const endOfAttempts = ({ since }: MailRetry): Date => new Date(since.getTime() + retryTimeMs)

/** Returns the state with its next attempt as the column `notify` has it. */
export const retryColumn = (retry: MailRetry, next: Date): string =>
  JSON.stringify({ retry: { ...retry, next } })

/** Returns the column `notify` of a mail that was not, or not completely, sent and is not tried again. */
export const lostColumn = (now: Date): string => JSON.stringify({ lost: now })

/** Returns the state after failed attempts; undefined before the first one. */
export function readRetry(notify: unknown): MailRetry | undefined {
  const retry = member(jsonOf(notify), 'retry')
  const [attempts, since, to] = ['attempts', 'since', 'to'].map((name) => member(retry, name))
  if (typeof attempts !== 'number' || typeof since !== 'string' || !Array.isArray(to)) return undefined
  const textOf = (name: string): string | null => {
    const text = member(retry, name)
    return typeof text === 'string' ? text : null
  }
  return {
    attempts,
    since: new Date(since),
    to: to.map(String),
    message: textOf('message'),
    codedMessage: textOf('codedMessage'),
  }
}

/** Returns the recipients of the mail about a run that has ended with the status. */
export function recipientsOf(notify: unknown, status: string): readonly string[] {
  const list = member(jsonOf(notify), status === 'Done' ? 'success' : 'failure')
  return Array.isArray(list) ? splitAddresses(list.join(',')) : []
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
