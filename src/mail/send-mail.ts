/**
 * Sends a mail: the one way out. Attachments are streamed from their files, temporary trouble is tried again
 * twice, and what becomes of every recipient is told.
 */
import type { Mail, Delivery } from './mail.ts'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../errors/service-error.ts'
import { deliveryAddress } from './addresses.ts'
import { type MailServer, mailServer, type MailSettings } from './mail-server.ts'
import type { MailFailure, Refusal } from './smtp-failure.ts'
import { handOver } from './smtp-session.ts'

export interface Delivered {
  readonly accepted: readonly string[]
  /** Recipients that the server did not take, with its words. */
  readonly refused: readonly Refusal[]
}

/** Milliseconds before the second and the third attempt. */
const pauses: readonly number[] = [5_000, 20_000]

/**
 * Resolves when the server has taken the mail for at least one recipient. Throws `mail_not_configured`,
 * `mail_failed` with the words of the server when it takes it for none, and `canceled`.
 */
export async function sendMail(settings: MailSettings, mail: Mail, delivery: Delivery): Promise<Delivered> {
  const server = await mailServer(settings)
  // The same in every attempt: a server that has taken the mail and lost the connection sees that it has it.
  const messageId = `<${mail.id ?? `${randomUUID()}@${mail.from.address.split('@').at(-1) ?? hostname()}`}>`
  const accepted: string[] = []
  // The session answers addresses as they are delivered: one that is written otherwise would be mailed again.
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
      throw new ServiceError('mail_failed', { reason: reasonOf(failure?.reason, refused, server) })
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

/** Refused recipients with the words of the server. */
export const describeRefusals = (refused: readonly Refusal[]): string =>
  refused.map(({ address, reason }) => `${address}: ${reason}`).join('; ')

const reasonOf = (reason: string | undefined, refused: readonly Refusal[], server: MailServer): string =>
  reason ?? `${server.host}:${server.port} refuses all recipients: ${describeRefusals(refused)}`

const defaultWait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })

const rethrowCanceled =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    throw signal.aborted ? new ServiceError('canceled', {}, { cause: error }) : error
  }
