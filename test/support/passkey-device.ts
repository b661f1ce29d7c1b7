/**
 * A device with passkeys, as a browser reaches it: it makes an ES256 key, and signs challenges with it. Unlike the
 * virtual device of Chromium it can also do what no honest one does, such as sign without asking its user.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'

export interface Signature {
  /** Address that the browser shows. */
  readonly origin: string
  /** Whether the device has recognized its user by a finger or a number. */
  readonly isVerified?: boolean
}

export interface PasskeyDevice {
  /** Returns the response to the options of a registration. */
  create(challenge: string, signature: Signature): unknown
  /** Returns the response to a challenge of a sign-in. */
  answer(challenge: string, signature: Signature): unknown
}

/** Bits of the authenticator data: user present, user verified, with the key of a new passkey. */
const [present, verified, withKey] = [0x01, 0x04, 0x40]

const hashOf = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest()
const url64 = (content: Uint8Array): string => Buffer.from(content).toString('base64url')

function clientData(type: string, challenge: string, { origin }: Signature): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

export function makePasskeyDevice(): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let uses = 0

  const dataOf = ({ origin, isVerified = true }: Signature, flags: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((uses += 1))
    const bits = present | (isVerified ? verified : 0) | flags
    return Buffer.concat([hashOf(new URL(origin).hostname), Buffer.from([bits]), count])
  }
  const keyOf = (): Uint8Array =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
        [cose.COSEKEYS.alg, cose.COSEALG.ES256],
        [cose.COSEKEYS.crv, cose.COSECRV.P256],
        [cose.COSEKEYS.x, Buffer.from(x, 'base64url')],
        [cose.COSEKEYS.y, Buffer.from(y, 'base64url')],
      ]),
    )
  const responseWith = (response: object): unknown => ({
    id: url64(id),
    rawId: url64(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    create: (challenge, signature) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([dataOf(signature, withKey), Buffer.alloc(16), length, id, keyOf()])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ])
      return responseWith({
        clientDataJSON: url64(clientData('webauthn.create', challenge, signature)),
        attestationObject: url64(isoCBOR.encode(attestation)),
      })
    },
    answer: (challenge, signature) => {
      const client = clientData('webauthn.get', challenge, signature)
      const authData = dataOf(signature, 0)
      return responseWith({
        clientDataJSON: url64(client),
        authenticatorData: url64(authData),
        signature: url64(sign('sha256', Buffer.concat([authData, hashOf(client)]), privateKey)),
      })
    },
  }
}
