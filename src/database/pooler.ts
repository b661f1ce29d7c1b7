/**
 * Connections through a pooler that assigns a server connection to each transaction, such as PgBouncer in transaction
 * mode: session state is lost between transactions, and so are prepared statements.
 */
import { Connection, type Client } from 'pg'
import type pg from 'pg'

const pooled = new WeakSet<pg.Connection>()

/** Marks a connection as one through a pooler. */
export function markPooled({ connection }: pg.Client): void {
  pooled.add(connection)
}

/** Returns whether statements must not be prepared by name on the connection. */
export const isPooled = (connection: pg.Connection): boolean => pooled.has(connection)

/** Timeout of a cancel request, in milliseconds. */
const cancelTimeoutMs = 5_000

/**
 * Cancels the running statement of a client through the pooler, which knows the server connection of the statement;
 * the server does not know the process id that the pooler gave to the client. Returns whether the pooler has taken the
 * request.
 */
export function cancelThroughPooler(client: Client | pg.PoolClient): Promise<boolean> {
  const target = new Map<string, unknown>(
    ['host', 'port', 'ssl', 'processID', 'secretKey'].map((name) => [name, Reflect.get(client, name)]),
  )
  const ssl = target.get('ssl')
  const connection: object = Reflect.construct(Connection, [{ ssl }])
  const call = (name: string, ...values: readonly unknown[]): void => {
    const method: unknown = Reflect.get(connection, name)
    if (typeof method === 'function') Reflect.apply(method, connection, values)
  }
  return new Promise((resolve) => {
    const over = (isTaken: boolean): void => {
      clearTimeout(timer)
      resolve(isTaken)
    }
    const timer = setTimeout(() => {
      over(false)
      call('end')
    }, cancelTimeoutMs)
    const cancel = (): void => call('cancel', target.get('processID'), target.get('secretKey'))
    call('once', 'connect', () => (ssl === undefined || ssl === false ? cancel() : call('requestSsl')))
    call('once', 'sslconnect', cancel)
    call('once', 'error', () => over(false))
    call('once', 'end', () => over(true))
    call('connect', target.get('port'), target.get('host'))
  })
}
