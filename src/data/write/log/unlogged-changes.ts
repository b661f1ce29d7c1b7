/**
 * Changes of transactions that may not write the change log, such as those of SQL files, which have only the rights of
 * the role of the scenario. Their numbers are kept just before the commit, with the number of the transaction, and
 * become a change set after it: also after a kill, by the next cleanup.
 */
import type { Database } from '../../../database/database.ts'
import { qualified } from '../../../database/identifiers.ts'
import type { Actor, DataContext } from '../../context.ts'
import { type Counts, openChangeSet } from './change-set.ts'

type Author = Pick<Actor, 'userId' | 'channel' | 'origin' | 'task'>

interface Content {
  readonly author: Author
  /** Numbers by table of the scenario. */
  readonly counts: readonly (readonly [string, Counts])[]
}

const tableOf = ({ scenario }: Pick<DataContext, 'scenario'>): string => qualified(scenario, 'unlogged')

/**
 * Keeps what a transaction has changed, in a transaction of its own. To be called just before the commit.
 * @param transaction number of the transaction, of `pg_current_xact_id`
 * @param counts numbers of records by table of the scenario
 */
export async function keepUnlogged(
  context: Pick<DataContext, 'home' | 'scenario' | 'actor'>,
  transaction: string,
  counts: ReadonlyMap<string, Counts>,
): Promise<void> {
  const { userId, channel, origin, task } = context.actor
  const author: Author = { userId, channel, ...(origin && { origin }), ...(task && { task }) }
  const content: Content = { author, counts: [...counts] }
  const database: Database = context.home
  await database.query({
    text: `INSERT INTO ${tableOf(context)} ("transaction", "content") VALUES ($1::xid8, $2)`,
    values: [transaction, JSON.stringify(content)],
  })
}

/**
 * Stores the change sets of kept transactions that have ended; forgets those that were rolled back. A transaction of
 * which the server knows nothing any more, such as after a restore of the whole database, counts as committed.
 */
export async function settleUnlogged(context: DataContext): Promise<void> {
  const { home, model } = context
  const table = tableOf(context)
  await home.withTransaction(
    async (client) => {
      // Without rows, no number is assigned to this transaction.
      const { rows } = await client.query<{ number: string; status: string; content: string }>(
        `SELECT "number", "content"::text, CASE WHEN "transaction" >= pg_current_xact_id() THEN 'committed'
           ELSE coalesce(pg_xact_status("transaction"), 'committed') END AS "status"
         FROM ${table} ORDER BY "number" FOR UPDATE`,
      )
      const ended = rows.filter(({ status }) => status !== 'in progress')
      if (ended.length === 0) return
      await client.query(`DELETE FROM ${table} WHERE "number" = ANY ($1::bigint[])`, [
        ended.map(({ number }) => number),
      ])
      for (const { status, content } of ended) {
        if (status !== 'committed') continue
        const { author, counts }: Content = JSON.parse(content)
        const changes = await openChangeSet(client, { ...context, actor: author })
        for (const [name, numbers] of counts) {
          const entity = model.entities.find(
            (one) => one.schema === 'scenario' && one.view === undefined && one.table === name,
          )
          if (entity !== undefined) changes.count(entity.name, numbers, 'counts')
        }
        await changes.close(client)
      }
    },
    { retries: 2 },
  )
}
