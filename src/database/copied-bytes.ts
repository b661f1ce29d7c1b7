/** Reads the rows that `COPY … TO STDOUT` sends, so that the connection stays usable if the reader stops. */
import type { CopyToStreamQuery } from 'pg-copy-streams'

/**
 * Yields the bytes of a running copy. If the reader stops before the end, for example because it cannot write to a full
 * disk, the rest is read and dropped: the server sends it anyway, and the next statement of the connection, even a
 * rollback, waits until it has arrived. A destroyed stream would never read it.
 */
export async function* copiedBytes(copy: CopyToStreamQuery): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of copy.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk
      yield bytes
    }
  } finally {
    copy.resume()
  }
}
