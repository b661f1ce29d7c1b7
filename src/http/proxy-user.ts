/**
 * Single sign-on by a proxy in front of the service, which names the signed-in user in a header
 * (`AUTH_PROXY_HEADER`).
 */
import { BlockList, isIP } from 'node:net'
import type { Settings } from '../settings/settings.ts'
import type { Cookie } from '../auth/sessions/cookies.ts'
import { credentialsOf, type Exchange } from './exchange.ts'

const trustedBy = new WeakMap<object, BlockList>()

/** Returns the addresses of trusted proxies. */
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

/**
 * Returns the user name from the header if the request comes from a trusted proxy. The address of the connection
 * decides, not the headers.
 */
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
 * Returns session cookies for the user of the proxy; none if the request already has a session of that user. Only
 * pages open a session: requests of scripts still need the session and its CSRF token. Throws `sign_on_refused`.
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
    identify: async () => ({
      provider: 'AUTH_PROXY_HEADER',
      subject: undefined,
      username,
      groups: [],
    }),
    rules: { createUsers: true, linkUsers: true },
    address: request.ip,
    userAgent: request.headers['user-agent'],
    secure: request.protocol === 'https',
  })
  return cookies
}
