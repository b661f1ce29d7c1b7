/** Parses the Authorization header: its scheme, and user name and password of HTTP Basic (RFC 7617, UTF-8). */

export interface BasicCredential {
  /** User name or e-mail address as sent. */
  readonly name: string
  readonly password: string
}

export interface AuthorizationHeader {
  /** In lower case. */
  readonly scheme: string
  readonly value: string
}

/** Splits the header into scheme and value; returns undefined if it is missing or blank, which counts as no credentials. */
export function parseAuthorization(header: string | undefined): AuthorizationHeader | undefined {
  const trimmed = header?.trim() ?? ''
  if (trimmed === '') return undefined
  const [scheme, ...rest] = trimmed.split(/\s+/)
  return { scheme: scheme!.toLowerCase(), value: rest.join(' ') }
}

/** Returns whether the header contains a name and password. */
export const isBasic = (header: string | undefined): boolean =>
  header !== undefined && /^\s*basic\s/i.test(header)

const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes name and password of a Basic value; returns undefined if it is malformed. The password may contain colons. */
export function decodeBasic(value: string): BasicCredential | undefined {
  if (!base64.test(value)) return undefined
  const text = decodeUtf8(Buffer.from(value, 'base64'))
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 1) return undefined
  return { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the header for a name and password, for clients and tests. */
export function encodeBasic({ name, password }: BasicCredential): string {
  return `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`
}
