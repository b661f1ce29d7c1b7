/** The user whom a proxy in front of the service has signed in, as it says in a header (`AUTH_PROXY_HEADER`). */
import { BlockList, isIP } from 'node:net'
import type { Settings } from '../settings/settings.ts'
import type { Cookie } from '../auth/sessions/cookies.ts'
import { credentialsOf, type Exchange } from './exchange.ts'

const trustedBy = new WeakMap<object, BlockList>()

/** Addresses of the proxies that are believed. */
function trusted(settings: Pick<Settings, 'TRUST_PROXY'>): BlockList {
  const known = trustedBy.get(settings)
  if (known !== undefined) return known
  const list = new BlockList()
  const given = settings.TRUST_PROXY
  for (const range of Array.isArray(given) ? given.map(String) : []) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  trustedBy.set(settings, list)
  return list
}

/** The name in the header, if it comes from a proxy that is believed. The connection counts, not what headers say. */
export function proxyUser({ request, service }: Exchange): string | undefined {
  const header = service.settings.AUTH_PROXY_HEADER
  if (header === undefined) return undefined
  const value = request.headers[header.toLowerCase()]
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const address = (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(address)
  if (family === 0 || !trusted(service.settings).check(address, family === 6 ? 'ipv6' : 'ipv4'))
    return undefined
  return value.trim()
}

/**
 * Cookies of a session for the proxy's user; none if the request has a session of that user already. Only pages open a
 * session: requests of scripts need it and its CSRF token as ever. Throws `sign_on_refused`.
 */
export async function signOnByProxy(exchange: Exchange): Promise<readonly Cookie[] | undefined> {
  const username = proxyUser(exchange)
  if (username === undefined) return undefined
  const { service, request } = exchange
  const principal = await service.auth.authenticate(credentialsOf(exchange)).catch(() => undefined)
  if (principal?.username.toLowerCase() === username.toLowerCase()) {
    exchange.language = principal.language
    return []
  }
  const { cookies } = await service.auth.signOn({
    identity: { provider: 'AUTH_PROXY_HEADER', subject: username.toLowerCase(), username, groups: [] },
    rules: { createUsers: true, linkUsers: true },
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
  })
  return cookies
}
