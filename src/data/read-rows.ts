/** Reads the rows of one statement as they arrive, because the driver would keep all of them in memory twice. */
import { Query } from 'pg'
import type pg from 'pg'

/** Calls `onRow` with the cells of every row. Rejects with the error of the statement or of `onRow`. */
export function readRows(
  client: pg.ClientBase,
  text: string,
  onRow: (cells: readonly unknown[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const config: pg.QueryArrayConfig = { text, rowMode: 'array' }
    const query = client.query(new Query<unknown[]>(config))
    let failure: Error | undefined
    query.on('row', (cells) => {
      // An error thrown in this event handler would end the process.
      try {
        if (failure === undefined) onRow(cells)
      } catch (error) {
        failure = error instanceof Error ? error : new Error('A row cannot be read.', { cause: error })
      }
    })
    query.on('error', reject)
    query.on('end', () => {
      if (failure === undefined) resolve()
      else reject(failure)
    })
  })
}
