/** Encrypts secret parameters while they are in the queue, with a key derived from the installation's secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ServiceError } from '../../errors/service-error.ts'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'task parameters', 32))

export function seal(text: string, secret: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

/** Throws `command_failed` if the text was encrypted with another secret, or modified since. */
export function unseal(sealed: Buffer, secret: string): string {
  const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, nonceLength))
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  const content = sealed.subarray(nonceLength + tagLength)
  try {
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new ServiceError('command_failed', { reason: { code: 'secrets_unreadable' } }, { cause })
  }
}
