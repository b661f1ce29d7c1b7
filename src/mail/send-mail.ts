/**
 * Sends mails. Attachments are streamed from files, temporary failures are retried twice, and the result contains the
 * rejected recipients.
 */
import type { Message } from '../errors/messages.ts'
import { foreignText } from '../errors/plain-text.ts'
import type { Mail, Delivery } from './mail.ts'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../errors/service-error.ts'
import { deliveryAddress } from './addresses.ts'
import { type MailServer, mailServer, type MailSettings } from './mail-server.ts'
import type { MailFailure, Refusal } from './smtp-failure.ts'

export interface Delivered {
  readonly accepted: readonly string[]
  /** Rejected recipients with the response of the server. */
  readonly refused: readonly Refusal[]
}

/** The mail was delivered to nobody. */
export class MailFailed extends ServiceError {
  /** Whether the server has rejected the mail or all recipients for good; a later attempt may otherwise succeed. */
  readonly isFinal: boolean

  constructor(reason: Message, isFinal: boolean) {
    super('mail_failed', { reason })
    this.isFinal = isFinal
  }
}

/** Delays before the second and the third attempt, in milliseconds. */
const pauses: readonly number[] = [5_000, 20_000]

/**
 * Resolves when the server has accepted the mail for at least one recipient. Throws `mail_not_configured`,
 * `mail_failed` with the response of the server if it rejects all recipients, and `canceled`.
 */
export async function sendMail(settings: MailSettings, mail: Mail, delivery: Delivery): Promise<Delivered> {
  const server = await mailServer(settings)
  // Loaded with the first mail, because most processes send none.
  const { handOver } = await import('./smtp-session.ts')
  // The same ID in every attempt, so that a server that accepted the mail before the connection was lost detects the
  // duplicate.
  const messageId = `<${mail.id ?? randomUUID()}@${mail.from.address.split('@').at(-1) ?? hostname()}>`
  const accepted: string[] = []
  // The session returns addresses in delivery form; another form would be mailed again.
  let open = [...new Set(mail.to.map(deliveryAddress))]
  let refused: readonly Refusal[] = []
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await handOver(server, { ...mail, to: open, messageId }, delivery)
    accepted.push(...outcome.accepted)
    refused = [...refused.filter(({ address }) => !open.includes(address)), ...outcome.refused]
    open = open.filter((address) => !accepted.includes(address) && !isFinal(refused, address))
    const pause = pauses[attempt]
    const { failure } = outcome
    const over = open.length === 0 || pause === undefined || failure?.temporary === false
    if (over) {
      if (accepted.length > 0 && failure === undefined) return { accepted, refused }
      if (accepted.length > 0) return { accepted, refused: [...refused, ...leftOver(open, refused, failure)] }
      const isFinal =
        failure === undefined ? refused.every(({ temporary }) => !temporary) : failure.rejected === true
      throw new MailFailed(reasonOf(failure?.reason, refused, server), isFinal)
    }
    delivery.onRetry?.(failure?.reason ?? describeRefusals(refused), pause)
    await (delivery.wait ?? defaultWait)(pause, delivery.signal).catch(rethrowCanceled(delivery.signal))
  }
}

const isFinal = (refused: readonly Refusal[], address: string): boolean =>
  refused.some((refusal) => refusal.address === address && !refusal.temporary)

const leftOver = (open: readonly string[], refused: readonly Refusal[], failure: MailFailure | undefined) =>
  open
    .filter((address) => refused.every((refusal) => refusal.address !== address))
    .map((address) => ({ address, reason: failure?.reason ?? '', temporary: true }))

/** Formats the rejected recipients with the responses of the server. */
export const describeRefusals = (refused: readonly Refusal[]): string =>
  refused.map(({ address, reason }) => `${address}: ${reason}`).join('; ')

function reasonOf(reason: string | undefined, refused: readonly Refusal[], server: MailServer): Message {
  if (reason !== undefined) return foreignText(reason)
  const params = { server: `${server.host}:${server.port}`, refusals: describeRefusals(refused) }
  return { code: 'all_recipients_refused', params }
}

const defaultWait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })

const rethrowCanceled =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    throw signal.aborted ? new ServiceError('canceled', {}, { cause: error }) : error
  }
