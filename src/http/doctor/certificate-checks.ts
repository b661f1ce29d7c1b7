/** Checks the certificates of the addresses in the settings: how long they are valid. */
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Settings } from '../../settings/settings.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

const timeoutMs = 5_000
const dayMs = 24 * 3_600_000
/** Days before its expiry at which a certificate should be renewed. */
const renewalDays = 21

export async function checkCertificates(
  settings: Pick<Settings, 'BASE_URL' | 'OIDC_PROVIDERS'>,
  now: () => number = Date.now,
): Promise<readonly Finding[]> {
  const addresses = [
    ...(settings.BASE_URL === undefined ? [] : [settings.BASE_URL]),
    ...Object.values(settings.OIDC_PROVIDERS).map(({ ISSUER }) => ISSUER),
  ].filter((address) => address.startsWith('https:'))
  if (addresses.length === 0) return [ok('certificates', 'check_no_https')]
  return Promise.all(
    [...new Set(addresses.map((address) => new URL(address).host))].map((host) => check(host, now)),
  )
}

async function check(host: string, now: () => number): Promise<Finding> {
  const { hostname, port } = new URL(`https://${host}`)
  const socket = connect({
    host: hostname,
    port: port === '' ? 443 : Number(port),
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    rejectUnauthorized: false,
    timeout: timeoutMs,
  })
  socket.on('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    const { valid_to: end } = socket.getPeerCertificate()
    const days = (Date.parse(end) - now()) / dayMs
    const params = { host, days: Math.floor(days) }
    if (days < 0) return failed('certificates', 'check_certificate_expired', 'check_renew', params)
    if (days < renewalDays) return warning('certificates', 'check_certificate', 'check_renew', params)
    if (socket.authorized) return ok('certificates', 'check_certificate', params)
    const reason = String(socket.authorizationError)
    return warning('certificates', 'check_untrusted', 'check_install_authority', { host, reason })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return warning('certificates', 'check_unreachable', 'check_address', { host, reason })
  } finally {
    socket.destroy()
  }
}
