/**
 * Connections through a pooler that gives a server connection to each transaction anew, such as PgBouncer in transaction
 * mode: nothing of a session lasts, and statements prepared under a name are not there the next time.
 */
import { Connection, type Client } from 'pg'
import type pg from 'pg'

const pooled = new WeakSet<pg.Connection>()

/** Notes that a connection leads through a pooler. */
export function markPooled({ connection }: pg.Client): void {
  pooled.add(connection)
}

/** Whether statements must not be kept on the connection. */
export const isPooled = (connection: pg.Connection): boolean => pooled.has(connection)

/** Milliseconds for which a request to cancel may take. */
const cancelTimeoutMs = 5_000

/**
 * Cancels what a client runs through the pooler, which knows the statement's server connection; the server does not
 * know the number that the pooler gave to the client. Failures are no concern of whoever waits for the end.
 */
export function cancelThroughPooler(client: Client | pg.PoolClient): Promise<void> {
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
    const timer = setTimeout(() => call('end'), cancelTimeoutMs)
    const over = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const cancel = (): void => call('cancel', target.get('processID'), target.get('secretKey'))
    call('once', 'connect', () => (ssl === undefined || ssl === false ? cancel() : call('requestSsl')))
    call('once', 'sslconnect', cancel)
    call('once', 'error', over)
    call('once', 'end', over)
    call('connect', target.get('port'), target.get('host'))
  })
}
