/**
 * Exports security events as lines of JSON after a cursor, for systems that collect such events. Events are in the
 * order of transactions, so that none is lost or exported twice, whatever the order of commits.
 */
import { cursorExpired, earliestCursor, readEventLog } from '../data/history/events/event-log.ts'
import type { ControlDatabase } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'

export interface SecurityExport {
  readonly database: ControlDatabase
  /** Cursor of the last line that was read before; empty for all stored events. */
  readonly since: string
  /** Maximum number of events. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** Maximum number of events of one export, and number of events per query. */
export const mostExported = 100_000
const batchSize = 1_000

interface Row {
  readonly transaction: number
  readonly id: number
  readonly text: string
}

/** Yields at most `limit` events after a cursor, one per line; the last line contains the cursor at which to continue. */
export async function securityLines({
  database,
  since,
  limit,
  signal,
}: SecurityExport): Promise<AsyncIterable<string>> {
  const { epoch, bound } = await readEventLog(database, signal)
  const [, known, transaction = '0', id = '0'] = /^([0-9a-f]{8})\.(\d{1,15})\.(\d{1,15})$/.exec(since) ?? []
  if (since !== '' && known === undefined) throw invalidCursor(since)
  if (known !== undefined && known !== epoch) throw cursorExpired(earliestCursor({ epoch, bound }, []))
  return linesAfter([Number(transaction), Number(id)])

  async function* linesAfter(begin: readonly [number, number]): AsyncGenerator<string> {
    let after = begin
    for (let left = limit; left > 0;) {
      const size = Math.min(batchSize, left)
      const { rows } = await database.query<Row & Record<string, unknown>>(
        {
          name: 'security-export',
          text: `SELECT s."transaction"::float8 AS "transaction", s."id"::float8 AS "id", row_to_json(line)::text AS "text"
            FROM control."securityevent" AS s CROSS JOIN LATERAL (
              SELECT 'account' AS "kind", to_char(s."created" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "time",
                s."event", s."user", s."username", s."actor", s."actor_name", s."address", s."details") AS line
            WHERE (s."transaction", s."id") > ($1, $2) AND s."transaction" < $3
            ORDER BY s."transaction", s."id" LIMIT $4`,
          values: [...after, bound, size],
        },
        { signal },
      )
      for (const row of rows) {
        after = [row.transaction, row.id]
        yield `{"cursor":"${epoch}.${after.join('.')}",${row.text.slice(1)}\n`
      }
      if (rows.length < size) break
      left -= rows.length
    }
    yield `{"cursor":"${epoch}.${after.join('.')}","kind":"cursor"}\n`
  }
}

function invalidCursor(value: string): ServiceError {
  const fault = {
    code: 'invalid_choice',
    params: { value: value.slice(0, 100), choices: 'a cursor' },
  } as const
  return new ServiceError(
    'invalid_parameter',
    { name: 'since', reason: fault },
    { fields: { since: [fault] } },
  )
}
