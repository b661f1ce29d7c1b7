/** Signatures of webhooks as the specification "Standard Webhooks" has them: HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto'

/** Lets people and secret scanners recognise a secret. */
const secretPrefix = 'whsec_'

/** A new secret. */
export const createSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

export interface SignedMessage {
  /** The same for every attempt: receivers leave out what they have had. */
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** The headers that go with a message. */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
