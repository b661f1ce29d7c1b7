/**
 * The origin of absolute links in responses. The client chooses the Host header, so the service repeats it only if it
 * is known to belong to the service. Otherwise links are relative, and clients resolve them against the address that
 * they have requested.
 */
import type { FastifyRequest } from 'fastify'
import { settingsOrigin } from '../settings/public-address.ts'
import type { Settings } from '../settings/settings.ts'

type OriginSettings = Pick<Settings, 'BASE_URL' | 'ALLOWED_HOSTS' | 'HOST'>

/**
 * Cached origins by settings and by the relevant parts of a request, because parsing a URL takes as long as a small
 * page.
 */
const origins = new WeakMap<OriginSettings, Map<string, string>>()
/** Maximum number of cached origins, because clients choose the Host header; long headers are not cached either. */
const originsKept = 200
const longestKept = 300

/** Returns the origin without a trailing slash, such as `https://planning.example.com`; empty for relative links. */
export function publicOrigin(request: FastifyRequest, settings: OriginSettings): string {
  const { localAddress = '', localPort = '' } = request.raw.socket
  const key = `${request.protocol}://${request.host} ${localAddress} ${localPort}`
  let known = origins.get(settings)
  if (known === undefined) origins.set(settings, (known = new Map()))
  let origin = known.get(key)
  if (origin !== undefined) return origin
  origin = findOrigin(request, settings)
  if (known.size >= originsKept) known.clear()
  if (key.length <= longestKept) known.set(key, origin)
  return origin
}

function findOrigin(request: FastifyRequest, settings: OriginSettings): string {
  const configured = settingsOrigin(settings)
  if (configured !== undefined) return configured
  const address = `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  // A Host header must not contain a user name, a path or a query.
  if (url.href !== `${url.origin}/` || !isTrusted(url, request, settings)) return ''
  return url.origin
}

function isTrusted(url: URL, request: FastifyRequest, { ALLOWED_HOSTS, HOST }: OriginSettings): boolean {
  const { hostname, host } = url
  if (isLoopback(hostname) || hostname === HOST.toLowerCase()) return true
  if (ALLOWED_HOSTS.some((allowed) => [hostname, host].includes(allowed.toLowerCase()))) return true
  const { localAddress = '', localPort } = request.raw.socket
  const own = localAddress.replace(/^::ffff:/i, '')
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port)
  return port === localPort && [own, `[${own}]`].includes(hostname)
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  /^127(\.\d+){3}$/.test(hostname) ||
  hostname === '[::1]'
