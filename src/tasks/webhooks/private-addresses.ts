/**
 * Addresses to which webhooks are not sent unless a setting allows it: those of this machine, of its networks, and of
 * the cloud environment.
 */
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const blocked = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(address, bits, 'ipv4')
/** Of IPv6, only global addresses are allowed, without those that map to other addresses. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  blocked.addSubnet(address, bits, 'ipv6')

/** Ends the reason of a message that was not sent. */
export const privateRemedy = 'The setting WEBHOOK_PRIVATE_ADDRESSES permits such addresses.'

/** Returns whether an IP address is not a public internet address. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return blocked.check(address, 'ipv4')
  if (version === 6) return !global.check(address, 'ipv6') || blocked.check(address, 'ipv6')
  return true
}

/**
 * Returns the host of a URL if it is a private address itself or a name of this machine; undefined for other names,
 * which are resolved only when a message is sent.
 */
export function privateHost(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = /(?:^|\.)localhost\.?$/.test(host)
  return isLocal || (isIP(host) !== 0 && isPrivateAddress(host)) ? host : undefined
}

export class PrivateAddress extends Error {}

/** Resolves a host name to all of its addresses, as `lookup` of `node:dns` does. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns the lookup of a connection. It fails for private addresses. The name is resolved once per connection, so
 * that the checked address is the connected one, also if the resolver changes its answers.
 */
export const publicLookup =
  (resolve: Resolver = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const found = addresses.find(({ address }) => isPrivateAddress(address))
      if (found !== undefined) {
        const reason = `${hostname} leads to the private address ${found.address}. ${privateRemedy}`
        return callback(new PrivateAddress(reason), '')
      }
      if (options.all === true) return callback(null, addresses)
      const [first] = addresses
      return first === undefined
        ? callback(new Error(`${hostname} has no address.`), '')
        : callback(null, first.address, first.family)
    })
  }
