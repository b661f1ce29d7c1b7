/** Finds which of several hosts takes writes, and finds it again after a failover. */
import { Client } from 'pg'

export interface PrimaryFinder {
  /** URL of the host that takes writes. Rejects with an error that says what is wrong with each host. */
  find(): Promise<string>
  /** Something has failed: the next question looks again. */
  doubt(): void
}

/** Milliseconds in which a host must say whether it takes writes. */
const probeTimeoutMs = 3_000

/** @param hosts URLs; with a single one nothing is asked */
export function createPrimaryFinder(hosts: readonly [string, ...string[]]): PrimaryFinder {
  let known: Promise<string> | undefined
  return {
    find: () => {
      if (known !== undefined) return known
      const found = firstPrimary(hosts)
      known = found
      found.catch(() => {
        if (known === found) known = undefined
      })
      return found
    },
    doubt: () => {
      known = undefined
    },
  }
}

/** Asks all at once: a host that is gone may take long to say nothing. */
async function firstPrimary(hosts: readonly string[]): Promise<string> {
  try {
    return await Promise.any(hosts.map(probe))
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    const reasons = errors.map((reason) => (reason instanceof Error ? reason.message : String(reason)))
    // The code of a host that cannot be reached: trying again may help.
    throw Object.assign(new Error(reasons.join('; '), { cause: error }), { code: 'EHOSTUNREACH' })
  }
}

async function probe(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs })
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
    await client.end().catch(() => undefined)
  }
}

/** What the system or the server says about a failed connection; errors of several addresses of a name are joined. */
export function connectionReason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(connectionReason))].join('; ')
  return error instanceof Error ? error.message : String(error)
}
