/**
 * Encrypts secrets that must be readable again with the secret of the installation, so that a copy of the database
 * reveals none.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface SealedSecrets {
  /**
   * Encrypts a secret.
   * @param owner the owner of the secret, without which it cannot be decrypted
   */
  seal(secret: string, owner: string): string
  /** Returns the secret; undefined if it was encrypted with another secret of the installation, or for another owner. */
  open(sealed: string, owner: string): string | undefined
  /** Returns a keyed hash, for values that are only compared. */
  hash(text: string): string
}

const version = 'v1'

export function createSealedSecrets(installationSecret: string): SealedSecrets {
  const keyFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', installationSecret, '', `second factors: ${purpose}`, 32))
  const [encryption, hashing] = [keyFor('encryption'), keyFor('hashes')]
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return [version, nonce, text, cipher.getAuthTag()]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.')
    },
    open: (sealed, owner) => {
      const [given = '', ...parts] = sealed.split('.')
      const [nonce, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (given !== version || nonce === undefined || text === undefined || tag === undefined)
        return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', encryption, nonce, { authTagLength: 16 })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch {
        // Not encrypted by this installation.
        return undefined
      }
    },
    hash: (text) => createHmac('sha256', hashing).update(text).digest('base64url'),
  }
}
