/** Failures of SMTP sessions: the response of the server, and whether a retry may help. */
import type { MailServer } from './mail-server.ts'

export interface MailFailure {
  /** Description for users: the server and its response, or the network error. */
  readonly reason: string
  readonly temporary: boolean
  /** Whether the server has rejected this mail for good, not the connection or the account. */
  readonly rejected?: boolean
}

/** Temporary network failures and failures of a starting server. */
const passing: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'EPROTOCOL',
  'ECONNRESET',
])

/** Returns why sending failed for all recipients. */
export function failureOf(error: unknown, server: MailServer): MailFailure {
  const { code, responseCode, response, message, command } = detailsOf(error)
  const place = `${server.host}:${server.port}`
  if (code === 'ETLS')
    return { reason: `${place} does not encrypt as the settings ask for: ${message}`, temporary: false }
  if (response !== undefined && responseCode !== undefined) {
    const temporary = responseCode >= 400 && responseCode < 500
    if (code === 'EAUTH') return { reason: `${place} refuses EMAIL_HOST_USER: ${response}`, temporary }
    return {
      reason: `${place} answers${command === undefined ? '' : ` to ${command}`}: ${response}`,
      temporary,
      rejected: !temporary,
    }
  }
  if (code === 'ETIMEDOUT') {
    return {
      reason: `${place} does not answer within ${server.timeout / 1000} seconds: ${message}`,
      temporary: true,
    }
  }
  const temporary =
    code !== undefined && passing.has(code) && !/certificate|self-signed|ENOTFOUND/i.test(message)
  return { reason: `${place}: ${message}`, temporary }
}

/** Returns the failure of a session that exceeds its time limit. */
export const tooLong = ({ host, port }: MailServer, milliseconds: number): MailFailure => ({
  reason: `${host}:${port} has not taken the mail within ${Math.ceil(milliseconds / 1000)} seconds, though it goes on answering`,
  temporary: true,
})

export interface Refusal extends MailFailure {
  readonly address: string
}

/** Returns the rejected recipients, each with the response of the server. */
export function refusalsOf(errors: unknown): readonly Refusal[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    const { recipient, response, responseCode, message } = detailsOf(error)
    if (recipient === undefined) return []
    const temporary = responseCode !== undefined && responseCode >= 400 && responseCode < 500
    return [{ address: recipient, reason: response ?? message, temporary }]
  })
}

interface Details {
  readonly message: string
  readonly code: string | undefined
  readonly command: string | undefined
  readonly response: string | undefined
  readonly responseCode: number | undefined
  readonly recipient: string | undefined
}

function detailsOf(error: unknown): Details {
  const given: Readonly<Record<string, unknown>> =
    error instanceof Error ? Object.fromEntries(Object.entries(error)) : {}
  const text = (name: string): string | undefined => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const { responseCode } = given
  return {
    message: error instanceof Error ? error.message : String(error),
    code: text('code'),
    command: text('command'),
    response: text('response'),
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    recipient: text('recipient'),
  }
}
