/** Signatures of webhooks according to the specification "Standard Webhooks": HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto'

/** Prefix by which users and secret scanners recognize a secret. */
const secretPrefix = 'whsec_'

/** Returns a new secret. */
export const createSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

export interface SignedMessage {
  /** The same for every attempt, so that receivers can ignore duplicates. */
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** Returns the signature headers of a message. */
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
