/**
 * The address of the database: one or several hosts, optionally behind a connection pooler with a direct address for
 * statements that need a session. It is one text, so that it can be passed to child processes.
 */

export interface DatabaseAddress {
  /** One URL per host, in the given sequence; the primary is the one that accepts writes. */
  readonly hosts: readonly [string, ...string[]]
  /** The direct address behind a pooler, which keeps no session between transactions. */
  readonly direct: string | undefined
}

/** URL parameter with the direct address. */
const directParameter = 'planctl_direct_url'
/** libpq parameter that selects one of several hosts. */
const sessionParameter = 'target_session_attrs'
/** Its values that the service supports. */
const wanted: ReadonlySet<string> = new Set(['any', 'read-write', 'primary'])

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/** Parses an address. Throws a `TypeError` for a text that `addressProblem` rejects. */
export function parseAddress(text: string): DatabaseAddress {
  let direct: string | undefined
  const urls = hostUrls(text).map((url) => {
    direct = url.searchParams.get(directParameter) ?? undefined
    url.searchParams.delete(directParameter)
    url.searchParams.delete(sessionParameter)
    return url.href
  })
  const [first, ...others] = urls
  if (first === undefined) throw new TypeError('An address names a host.')
  return { hosts: [first, ...others], direct }
}

/** Returns the address of a pooler that includes the direct address. */
export function withDirectAddress(pooled: string, direct: string): string {
  const separator = pooled.includes('?') ? '&' : '?'
  return `${pooled}${separator}${directParameter}=${encodeURIComponent(direct)}`
}

/** Returns the original address for programs that need a session, such as psql. */
export function sessionAddress(address: string): string {
  return parseAddress(address).direct ?? address
}

/** Returns the database name of an address; empty without one. */
export const databaseNameOf = (address: string): string =>
  decodeURIComponent(new URL(parseAddress(address).hosts[0]).pathname.slice(1))

/** Returns the address of another database on the same servers. */
export const withDatabaseName = (address: string, name: string): string =>
  address.replace(parts, (_whole, before: string, hosts: string, rest: string) => {
    const query = rest.includes('?') ? rest.slice(rest.indexOf('?')) : ''
    return `${before}${hosts}/${encodeURIComponent(name)}${query}`
  })

/** Returns the decoded password of an address; empty without one. */
export const passwordOf = (address: string): string =>
  decodeURIComponent(new URL(parseAddress(address).hosts[0]).password)

/** Returns the address without its password, for output. */
export const withoutPassword = (address: string): string =>
  address.replace(/^(postgres(?:ql)?:\/\/[^:@/?#]*):[^@/?#]*@/, '$1@')

/** Returns the fault of an address in the settings; undefined if it is valid. */
export function addressProblem(text: string): string | undefined {
  if (!parts.test(text)) return 'must be a URL such as postgres://user:password@host:5432/planning'
  let urls: readonly URL[]
  try {
    urls = hostUrls(text)
  } catch {
    return 'must be a URL; several hosts are separated by commas: postgres://user@host1:5432,host2:5432/planning'
  }
  const target = urls[0]?.searchParams.get(sessionParameter)
  return target === null || target === undefined || wanted.has(target)
    ? undefined
    : `has ${sessionParameter}=${target}; the service writes and needs ${sessionParameter}=read-write`
}

/** Returns host and port of each host, for messages without secrets. */
export const placesOf = (address: string): string =>
  parseAddress(address)
    .hosts.map((url) => {
      const { host, port } = new URL(url)
      return port === '' ? `${host}:5432` : host
    })
    .join(', ')

function hostUrls(text: string): readonly URL[] {
  const [, before = '', hosts = '', rest = ''] = parts.exec(text) ?? []
  if (before === '') throw new TypeError('No address of PostgreSQL.')
  return hosts.split(',').map((host) => new URL(before + host + rest))
}
