/**
 * Connections to a server that is gone without an error: its machine, a cable or a firewall. Statements on them would
 * wait until the operating system gives up, which may take hours.
 */
import type { Client } from 'pg'
import type pg from 'pg'

/** Interval of the statement that checks an idle connection, and its timeout, in milliseconds. */
export const checkIntervalMs = 15_000

/** Rejects if the server does not answer a small statement within the time. */
export async function requireAnswer(client: pg.ClientBase, withinMs: number): Promise<void> {
  const late = AbortSignal.timeout(withinMs)
  const timeout = new Promise<never>((_resolve, reject) => {
    late.addEventListener('abort', () => reject(new Error('The connection to the database is silent.')))
  })
  await Promise.race([client.query('SELECT 1'), timeout])
}

/**
 * Checks a connection that is idle most of the time until the returned function is called. Closes it if the server is
 * silent, so that its listeners are called as for a broken connection.
 */
export function watchConnection(
  client: pg.PoolClient,
  { intervalMs = checkIntervalMs }: { readonly intervalMs?: number } = {},
): () => void {
  let checking = false
  const check = async (): Promise<void> => {
    // A statement of the owner runs.
    if (checking || Reflect.get(client, 'readyForQuery') === false) return
    checking = true
    await requireAnswer(client, intervalMs).catch((error: unknown) => breakConnection(client, error))
    checking = false
  }
  const timer = setInterval(() => void check(), intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Closes a connection at once: its statements fail, and its listeners get the error. */
export function breakConnection({ connection }: Pick<Client, 'connection'>, error: unknown): void {
  connection.stream.destroy(error instanceof Error ? error : new Error(String(error)))
}
