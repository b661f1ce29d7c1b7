/** Finds which of several hosts accepts writes, also after a failover. */
import { Client } from 'pg'

export interface PrimaryFinder {
  /**
   * Returns the URL of the host that accepts writes. Rejects with an error that contains the problem of each host.
   */
  find(): Promise<string>
  /** Called after a failure: the next call of `find` checks the hosts again. */
  doubt(): void
}

/** Timeout of checking a host, in milliseconds. */
const probeTimeoutMs = 3_000

/**
 * @param hosts URLs
 * @param onLost called with the host that accepted writes before, when another one does and it does not any more
 */
export function createPrimaryFinder(
  hosts: readonly [string, ...string[]],
  onLost: (host: string) => void = () => undefined,
): PrimaryFinder {
  let known: Promise<string> | undefined
  let last: string | undefined
  const follow = (host: string): void => {
    const former = last
    last = host
    // Both may accept writes: several poolers of one primary.
    if (former !== undefined && former !== host) void probe(former).catch(() => onLost(former))
  }
  return {
    find: () => {
      if (known !== undefined) return known
      const found = firstPrimary(hosts)
      known = found
      found.then(follow, () => {
        if (known === found) known = undefined
      })
      return found
    },
    doubt: () => {
      known = undefined
    },
  }
}

/** Checks all hosts in parallel, because an unreachable host may take long to fail. */
async function firstPrimary(hosts: readonly string[]): Promise<string> {
  try {
    return await Promise.any(hosts.map(probe))
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    const reasons = errors.map((reason) => (reason instanceof Error ? reason.message : String(reason)))
    // The code of an unreachable host, because a retry may succeed.
    throw Object.assign(new Error(reasons.join('; '), { cause: error }), { code: 'EHOSTUNREACH' })
  }
}

async function probe(url: string): Promise<string> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => undefined)
  const { host } = new URL(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly: string }>(
      `SELECT pg_catalog.current_setting('transaction_read_only') AS "readonly"`,
    )
    if (rows[0]?.readonly === 'on') throw new Error('takes no writes (a standby)')
    return url
  } catch (error) {
    throw new Error(`${host}: ${connectionReason(error)}`, { cause: error })
  } finally {
    // A silent host does not confirm the end.
    void client.end().catch(() => undefined)
  }
}

/**
 * Returns the reason of a failed connection as given by the system or the server; errors of several addresses of a
 * name are joined.
 */
export function connectionReason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(connectionReason))].join('; ')
  return error instanceof Error ? error.message : String(error)
}
