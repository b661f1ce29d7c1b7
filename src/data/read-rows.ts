/** Reads the rows of one statement while they come; the driver would hold all of them twice. */
import { Query } from 'pg'
import type pg from 'pg'

/** Calls back with the cells of every row. Rejects with the error of the statement. */
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
      // Thrown here it would end the process.
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
