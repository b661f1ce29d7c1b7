/**
 * The origin that absolute links of answers begin with. The Host header is chosen by whoever sends the request, so it is
 * repeated only if it is known to lead here: otherwise links are relative, which clients resolve against the address
 * that they have asked.
 */
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings/settings.ts'

type OriginSettings = Pick<Settings, 'BASE_URL' | 'ALLOWED_HOSTS' | 'HOST'>

/** Origins by settings and by what of a request decides; taking an address apart takes as long as a small page. */
const origins = new WeakMap<OriginSettings, Map<string, string>>()
/** The Host header is chosen by the client: neither many nor long ones are remembered. */
const originsKept = 200
const longestKept = 300

/** Returns the origin without a slash at its end, such as `https://planning.example.com`; empty for relative links. */
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
  const { BASE_URL: base } = settings
  if (base !== undefined) return new URL(base).origin
  const address = `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  // User names, paths and the like have no place in a Host header.
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
