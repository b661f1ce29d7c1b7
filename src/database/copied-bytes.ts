/** Reads the rows that `COPY … TO STDOUT` sends, and ends the connection if the reader stops. */
import { Client, type ClientBase } from 'pg'
import type { CopyToStreamQuery } from 'pg-copy-streams'
import { breakConnection } from './silent-connection.ts'

/** The connection was closed by its user: the rest of a copy was not needed. */
export class UnreadCopy extends Error {}

/**
 * Yields the bytes of a running copy. If the reader stops before the end, for example because it cannot write to a full
 * disk, the connection is closed: the server would send the rest of the table, and the next statement, even a rollback,
 * would wait for it.
 */
export async function* copiedBytes(
  client: ClientBase,
  copy: CopyToStreamQuery,
): AsyncGenerator<Buffer, void> {
  let isEnded = false
  try {
    for await (const chunk of copy.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk
      yield bytes
    }
    isEnded = true
  } catch (error) {
    isEnded = true
    throw error
  } finally {
    if (!isEnded && client instanceof Client) {
      // The copy fails with its connection.
      copy.on('error', () => undefined)
      breakConnection(client, new UnreadCopy('The rest of a copy was not read.'))
    }
  }
}
