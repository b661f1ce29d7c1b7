/**
 * Where the database is: one host or several, perhaps behind a connection pooler with another way for what needs a
 * session. All of it is one text, so that processes of ours are told where the database is in one piece.
 */

export interface DatabaseAddress {
  /** A URL for each host, in the order given; whoever takes writes is the primary. */
  readonly hosts: readonly [string, ...string[]]
  /** The address behind a pooler, which keeps no session between transactions. */
  readonly direct: string | undefined
}

/** Parameter of the URL that holds the direct address. */
const directParameter = 'planctl_direct_url'
/** Parameter of libpq that says which of several hosts is wanted. */
const sessionParameter = 'target_session_attrs'
/** Values of it that this service can work with. */
const wanted: ReadonlySet<string> = new Set(['any', 'read-write', 'primary'])

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/** Takes an address apart. Throws a `TypeError` for a text that `addressProblem` finds fault with. */
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

/** The address of a database behind a pooler, with its direct one. */
export function withDirectAddress(pooled: string, direct: string): string {
  const separator = pooled.includes('?') ? '&' : '?'
  return `${pooled}${separator}${directParameter}=${encodeURIComponent(direct)}`
}

/** The address for programs that need a session, such as psql: as it was given. */
export function sessionAddress(address: string): string {
  return parseAddress(address).direct ?? address
}

/** Name of the database of an address; empty if it names none. */
export const databaseNameOf = (address: string): string =>
  decodeURIComponent(new URL(parseAddress(address).hosts[0]).pathname.slice(1))

/** The address of another database on the same servers. */
export const withDatabaseName = (address: string, name: string): string =>
  address.replace(parts, (_whole, before: string, hosts: string, rest: string) => {
    const query = rest.includes('?') ? rest.slice(rest.indexOf('?')) : ''
    return `${before}${hosts}/${encodeURIComponent(name)}${query}`
  })

/** The password of an address, decoded; empty without one. */
export const passwordOf = (address: string): string =>
  decodeURIComponent(new URL(parseAddress(address).hosts[0]).password)

/** The address as it may stand where others read it. */
export const withoutPassword = (address: string): string =>
  address.replace(/^(postgres(?:ql)?:\/\/[^:@/?#]*):[^@/?#]*@/, '$1@')

/** What is wrong with an address of the settings, if anything. */
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

/** Host and port of each host, for messages: nothing secret. */
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
